#include "cpu/check/race_detector.hpp"

#include <algorithm>

#include "cpu/tuning.hpp"

namespace ndweave::detail {
namespace {

constexpr std::uintptr_t page_bytes = std::uintptr_t{1} << shadow_memory::page_shift;

}  // namespace

void race_detector::begin_launch(std::uint32_t group_items, std::uint32_t sub_group_size) {
    if (shadow_.bytes() > tuning::max_retained_shadow_bytes) shadow_.clear();
    sub_group_size_ = sub_group_size ? sub_group_size : 1;
    launch_first_ = group_first_ = ++next_interval_;
    items_.assign(group_items, {});
    progressed_ = fenced_ = operated_ = false;
    groups_.clear();
    releases_.clear();
    acquires_.clear();
    first_place_ = nullptr;
}

void race_detector::begin_group(const std::uint64_t (&index)[3]) {
    group_first_ = next_interval_++;
    groups_.push_back({group_first_, {index[0], index[1], index[2]}});
    acquires_.clear();
    if (progressed_) std::ranges::fill(items_, progress{});
    progressed_ = fenced_ = operated_ = false;
}

void race_detector::barrier(std::uint32_t item, bool of_sub_group) {
    progress& p = items_[item];
    progressed_ = true;
    if (of_sub_group) {
        ++p.sub_group_barriers;
        return;
    }
    fenced_ |= !p.fenced.empty();
    operated_ |= p.operates;
    p = {p.barriers + 1, 0, 0, {}, false};
    next_interval_ = std::max(next_interval_, group_first_ + p.barriers + 1);
}

void race_detector::release(access_stamp at) {
    if (releases_.size() < tuning::max_recorded_releases) releases_.push_back({at, ++time_});
}

void race_detector::acquire(access_stamp at) {
    if (!acquires_.empty() && acquires_.back().stamp.is_own(at)) acquires_.pop_back();
    acquires_.push_back({at, ++time_});
}

/// A fence releases together with a later atomic operation, and acquires together with an earlier one (C++
/// [atomics.fences]); alone it orders nothing. There may be a barrier between the two: then one work-item of the group
/// acts for all.
void race_detector::atomic_operation(std::uint32_t item, bool acquires, bool releases) {
    progress& p = items_[item];
    const access_stamp now = stamp_of(item, true);
    if (releases) {
        release(now);
        ++p.releases;
    } else if (!p.fenced.empty()) {
        release(p.fenced);
    } else if (fenced_ && !p.operates) {
        release(access_stamp::make(now.interval(), item, 0, 0, true));
    }
    p.fenced = {};
    p.operates = progressed_ = true;
    if (acquires) acquire(now);
}

void race_detector::fence(std::uint32_t item) {
    progress& p = items_[item];
    const access_stamp now = stamp_of(item, true);
    if (p.operates || operated_) acquire(now);
    p.fenced = now;
    ++p.releases;
    progressed_ = true;
}

/// What a work-item did before its own release, and others before the barrier that precedes the release, happens before
/// what a work-item does after its own acquire, and others after a barrier that follows the acquire, if the acquire
/// came later.
bool race_detector::ordered_by_atomics(access_stamp before, access_stamp now) const {
    const auto in_sight = [&](const synchronisation& r) {
        return r.stamp.is_own(now) || r.stamp.interval() < now.interval();
    };
    const auto acquire = std::find_if(acquires_.rbegin(), acquires_.rend(), in_sight);
    if (acquire == acquires_.rend()) return false;
    if (releases_.size() == tuning::max_recorded_releases) return true;
    const std::size_t number = group_of(before.interval());
    const std::uint64_t end = number + 1 < groups_.size() ? groups_[number + 1].first_interval : UINT64_MAX;
    // Intervals of groups ascend, within a group they need not.
    const auto first = std::ranges::lower_bound(releases_, groups_[number].first_interval, {},
                                                [](const synchronisation& r) { return r.stamp.interval(); });
    for (auto r = first; r != releases_.end() && r->stamp.interval() < end && r->time <= acquire->time; ++r) {
        const bool own = before.is_own(r->stamp) && before.releases() <= r->stamp.releases();
        if (own || before.interval() < r->stamp.interval()) return true;
    }
    return false;
}

bool race_detector::is_ordered(access_stamp before, access_stamp now, bool local) const {
    if (before.is_own(now) || is_past(before, local)) return true;
    if (before.interval() >= group_first_) {
        if (before.interval() != now.interval()) return true;
        const bool same_sub_group = before.item() / sub_group_size_ == now.item() / sub_group_size_;
        const bool uncounted = before.sub_groups() == access_stamp::max_count;
        if (same_sub_group && (before.sub_groups() < now.sub_groups() || uncounted)) return true;
    }
    return ordered_by_atomics(before, now);
}

bool race_detector::conflicts(const shadow_cell::record& before, access_stamp now, bool local) const {
    if (before.stamp.empty() || (before.stamp.is_atomic() && now.is_atomic())) return false;
    return !is_ordered(before.stamp, now, local);
}

/// Whether the access races with none of the accesses recorded in the cell.
bool race_detector::find_conflict(const shadow_cell& cell, access_stamp now, const access& a, std::uintptr_t address) {
    const auto set_race = [&](const shadow_cell::record& before, bool writes) {
        const group& of = groups_[group_of(before.stamp.interval())];
        found_ = {{static_cast<std::uint64_t>(&of - groups_.data()), before.stamp.item()},
                  writes,
                  place_of(before.place),
                  address,
                  before.stamp.interval() >= group_first_,
                  {of.index[0], of.index[1], of.index[2]}};
        return false;
    };
    for (const shadow_cell::record& before : cell.writes) {
        if (conflicts(before, now, a.local)) return set_race(before, true);
    }
    if (!a.writes) return true;
    for (const shadow_cell::record& before : cell.reads) {
        if (conflicts(before, now, a.local)) return set_race(before, false);
    }
    return true;
}

/// Prefers non-atomic accesses, which conflict with more.
void race_detector::store_in(std::array<shadow_cell::record, 2>& records, access_stamp now, const access& a) {
    for (shadow_cell::record& r : records) {
        if (!r.stamp.is_own(now)) continue;
        if (r.stamp.is_atomic() || !a.atomic) r = {now, number_of(a.place)};
        return;
    }
    for (shadow_cell::record& r : records) {
        const bool free = r.stamp.empty() || is_past(r.stamp, a.local);
        const bool weaker = r.stamp.is_atomic() && !a.atomic;
        if (!free && !weaker && !(r.stamp.interval() >= group_first_ && r.stamp.interval() < now.interval())) continue;
        r = {now, number_of(a.place)};
        return;
    }
    if (records[1].stamp.is_atomic() || !a.atomic) records[1] = {now, number_of(a.place)};
}

void race_detector::store(shadow_cell& cell, access_stamp now, const access& a) {
    if (!a.writes) return store_in(cell.reads, now, a);
    if (!a.atomic) {  // all others come before it
        cell = {};
        cell.writes[0] = {now, number_of(a.place)};
        return;
    }
    store_in(cell.writes, now, a);
}

/// Whether a cell holds only the work-item's own accesses and those of past intervals, as most cells do. Intervals are
/// the upper bits of stamps.
static bool is_quiet(const std::array<shadow_cell::record, 2>& records, access_stamp now, std::uint64_t first) {
    return (records[0].stamp.bits < first || records[0].stamp.is_own(now)) && records[1].stamp.bits < first;
}

/// The fast path of find_conflict and store.
bool race_detector::check_fast(shadow_cell& cell, access_stamp now, const access& a) {
    const std::uint64_t first = (a.local ? group_first_ : launch_first_) << access_stamp::interval_shift;
    if (a.atomic || !is_quiet(cell.writes, now, first)) return false;
    if (a.writes) {
        if (!is_quiet(cell.reads, now, first)) return false;
        cell.reads = {};
        cell.writes = {{{now, number_of(a.place)}, {}}};
        return true;
    }
    if (a.local && cell.writes[0].stamp.bits < first) return false;
    if (cell.reads[0].stamp.bits >= first && !cell.reads[0].stamp.is_own(now)) return false;
    cell.reads[0] = {now, number_of(a.place)};
    return true;
}

race_detector::outcome race_detector::check(std::uintptr_t address, std::uint64_t bytes, const access& a) {
    const access_stamp now = stamp_of(a.item, a.atomic);
    if (bytes <= 8) {
        const shadow_memory::cells found = shadow_.find_in_page(address, bytes);
        if (found.count == 1 && check_fast(*found.first, now, a)) return outcome::fine;
    }
    bool initialised = !a.local;
    for (std::uintptr_t at = address; at < address + bytes;) {
        const std::uintptr_t end = std::min<std::uintptr_t>(address + bytes, (at / page_bytes + 1) * page_bytes);
        const shadow_memory::cells found = shadow_.find(at, end - at);
        if (!found.first) return outcome::out_of_memory;
        for (std::size_t i = 0; i < found.count; ++i) {
            shadow_cell& cell = found.first[i];
            const std::uintptr_t of_cell = at + i * ((end - at) / found.count);
            if (!find_conflict(cell, now, a, of_cell)) return outcome::race;
            if (!a.writes && !initialised) {
                initialised = std::ranges::any_of(
                    cell.writes, [&](const shadow_cell::record& w) { return w.stamp.interval() >= group_first_; });
            }
            store(cell, now, a);
        }
        at = end;
    }
    return initialised || a.writes ? outcome::fine : outcome::uninitialised;
}

std::size_t race_detector::group_of(std::uint64_t interval) const {
    const auto after = std::ranges::upper_bound(groups_, interval, {}, &group::first_interval);
    return static_cast<std::size_t>(after - groups_.begin()) - 1;
}

/// Places are in the data of one compiled kernel, close to each other, so that 32 bits hold their distance.
std::uint32_t race_detector::number_of(const char* place) {
    if (!place) return 0;
    if (!first_place_) first_place_ = place - 1;
    return static_cast<std::uint32_t>(place - first_place_);
}

const char* race_detector::place_of(std::uint32_t number) const {
    return number ? first_place_ + static_cast<std::int32_t>(number) : nullptr;
}

}  // namespace ndweave::detail

#include "runtime/memory/allocation_map.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include "ndweave/detail/user_memory.hpp"
#include "runtime/fork_locks.hpp"

namespace ndweave::detail {

allocation_map& allocation_map::instance() {
    // Never destroyed: destructors of the program's static objects may free memory.
    static allocation_map* const map = new allocation_map;
    return *map;
}

void allocation_map::hold_at_forks() { hold_while_forking(fork_lock::allocations, instance().mutex_); }

[[gnu::constructor]] static void hold_allocations_at_forks() { allocation_map::hold_at_forks(); }

void allocation_map::insert(const allocation& a) {
    const std::unique_lock lock(mutex_);
    const device_impl* none = nullptr;
    first_device_.compare_exchange_strong(none, a.device.get(), std::memory_order_acq_rel);
    if (none && a.device.get() != none) several_devices_.store(true, std::memory_order_release);
    by_base_.insert_or_assign(a.base, a);
    changes_.fetch_add(1, std::memory_order_release);
}

std::optional<allocation> allocation_map::take(const void* pointer) {
    const std::unique_lock lock(mutex_);
    const auto found = by_base_.find(reinterpret_cast<std::uintptr_t>(pointer));
    if (found == by_base_.end()) return std::nullopt;
    allocation a = std::move(found->second);
    by_base_.erase(found);
    changes_.fetch_add(1, std::memory_order_release);
    return a;
}

std::optional<allocation> allocation_map::find(const void* pointer) const {
    const std::shared_lock lock(mutex_);
    const allocation* a = locate(reinterpret_cast<std::uintptr_t>(pointer));
    return a ? std::optional(*a) : std::nullopt;
}

std::size_t allocation_map::bytes_from(const void* pointer) const {
    const std::shared_lock lock(mutex_);
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    const allocation* a = locate(address);
    return a ? a->base + a->bytes - address : 0;
}

std::uintptr_t allocation_map::base_of(const void* pointer) const {
    const std::shared_lock lock(mutex_);
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    std::uintptr_t base = 0;
    if (const allocation* a = locate(address)) {
        base = a->base;
    } else if (overlapping_ == 0) {
        const auto range = locate_user(address);
        if (range != user_.end()) base = range->first;
    }
    return address == base && ends_at(address) ? 0 : base;
}

memory_range allocation_map::claim_results(const void* memory, std::size_t bytes, const device_impl* device) {
    constexpr std::uintptr_t page = 4096;
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    const auto is_claimed = [&](const allocation* a) {
        return !a || a->kind != usm_kind::shared || a->device.get() != device ||
               (a->results_begin <= address && address + bytes <= a->results_end);
    };
    {
        const std::shared_lock lock(mutex_);
        if (is_claimed(locate(address))) return {memory, 0};
    }
    const std::unique_lock lock(mutex_);
    allocation* const a = locate(address);
    if (is_claimed(a)) return {memory, 0};
    const std::uintptr_t begin = std::max(a->base, address / page * page);
    const std::uintptr_t end = std::min(a->base + a->bytes, (address + bytes + page - 1) / page * page);
    const bool touches = begin <= a->results_end && a->results_begin <= end;
    a->results_begin = touches ? std::min(begin, a->results_begin) : begin;
    a->results_end = touches ? std::max(end, a->results_end) : end;
    return {reinterpret_cast<const void*>(begin), end - begin};
}

void allocation_map::insert_user(const void* memory, std::size_t bytes) {
    const std::unique_lock lock(mutex_);
    const auto begin = reinterpret_cast<std::uintptr_t>(memory);
    const auto next = user_.lower_bound(begin);
    // Where none overlap, the last one in front reaches farthest.
    const bool may_overlap =
        overlapping_ != 0 || locate_user(begin) != user_.end() || (next != user_.end() && next->first - begin < bytes);
    user_.emplace(begin, user_range{bytes, may_overlap});
    if (may_overlap) ++overlapping_;
    changes_.fetch_add(1, std::memory_order_release);
}

void allocation_map::erase_user(const void* memory, std::size_t bytes) {
    const std::unique_lock lock(mutex_);
    auto [found, end] = user_.equal_range(reinterpret_cast<std::uintptr_t>(memory));
    while (found != end && found->second.bytes != bytes) ++found;
    if (found == end) return;
    if (found->second.may_overlap) --overlapping_;
    user_.erase(found);
    changes_.fetch_add(1, std::memory_order_release);
}

std::vector<allocation> allocation_map::all() const {
    const std::shared_lock lock(mutex_);
    std::vector<allocation> list;
    list.reserve(by_base_.size());
    for (const auto& [base, a] : by_base_) list.push_back(a);
    return list;
}

const allocation* allocation_map::locate(std::uintptr_t address) const {
    auto after = by_base_.upper_bound(address);
    if (after == by_base_.begin()) return nullptr;
    const allocation& a = std::prev(after)->second;
    return address - a.base < a.bytes ? &a : nullptr;
}

allocation* allocation_map::locate(std::uintptr_t address) {
    return const_cast<allocation*>(std::as_const(*this).locate(address));
}

allocation_map::user_ranges::const_iterator allocation_map::locate_user(std::uintptr_t address) const {
    auto after = user_.upper_bound(address);
    if (after == user_.begin()) return user_.end();
    --after;
    return address - after->first < after->second.bytes ? after : user_.end();
}

bool allocation_map::ends_at(std::uintptr_t address) const {
    return locate(address - 1) || locate_user(address - 1) != user_.end();
}

user_memory::user_memory(const void* memory, std::size_t bytes) : memory_(memory), bytes_(bytes) {
    allocation_map::instance().insert_user(memory, bytes);
}

user_memory::~user_memory() { allocation_map::instance().erase_user(memory_, bytes_); }

}  // namespace ndweave::detail

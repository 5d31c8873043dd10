#include "memory_rules.hpp"

#include <algorithm>

#include "illegal_kernel.hpp"

namespace ndweave::compiler::testing {

void memory_rules::add(memory bytes, area_kind kind) {
    const auto same = [&](const area& a) { return a.bytes.data() == bytes.data() && a.bytes.size() == bytes.size(); };
    if (std::ranges::any_of(areas_, same)) return;
    areas_.push_back({bytes, kind, std::vector<byte_state>(kind == area_kind::constant ? 0 : bytes.size())});
}

void memory_rules::start_group(std::initializer_list<memory> local, std::uint32_t sub_group_size) {
    group_began_ = ++now_;
    sub_group_size_ = sub_group_size;
    std::erase_if(areas_, [](const area& a) { return a.kind == area_kind::local; });
    for (const memory bytes : local) add(bytes, area_kind::local);
}

memory_rules::area& memory_rules::holding(const void* at, std::size_t bytes) {
    const auto holds = [&](const area& a) {
        const auto offset = reinterpret_cast<std::uintptr_t>(at) - reinterpret_cast<std::uintptr_t>(a.bytes.data());
        return offset <= a.bytes.size() && bytes <= a.bytes.size() - offset;
    };
    if (last_ < areas_.size() && holds(areas_[last_])) return areas_[last_];
    for (last_ = 0; last_ < areas_.size(); ++last_) {
        if (holds(areas_[last_])) return areas_[last_];
    }
    throw illegal_kernel("an access out of bounds");
}

std::uint32_t& memory_rules::sub_stretch(std::size_t sub_group) {
    if (sub_group >= sub_stretches_.size()) sub_stretches_.resize(sub_group + 1);
    return sub_stretches_[sub_group];
}

void memory_rules::pass_sub_group_barrier(std::size_t sub_group) { ++sub_stretch(sub_group); }

void memory_rules::party::join(const party& other) {
    if (other.item != item) item = several;
    atomic = atomic && other.atomic;
}

/// Whether something else must lie between: a barrier, or for another group nothing helps but the launch's end.
bool memory_rules::collides(const trace& with, const party& who, area_kind kind) {
    if (with.stretch == 0) return false;
    if (with.stretch < group_began_) return kind == area_kind::global && !(with.all.atomic && who.atomic);
    if (with.stretch != now_) return false;
    const std::uint32_t mine = who.item / sub_group_size_;
    if (with.sub_group != mine) return who.collides(with.all);
    return with.sub_stretch == sub_stretch(mine) && who.collides(with.since_sub_barrier);
}

void memory_rules::note(trace& in, const party& who) {
    const auto mine = static_cast<std::uint16_t>(who.item / sub_group_size_);
    const std::uint32_t here = sub_stretch(mine);
    if (in.stretch != now_) {
        in = {now_, here, who, who, mine};
        return;
    }
    in.all.join(who);
    if (in.sub_group != mine) {
        in.sub_group = several;
    } else if (in.sub_stretch == here) {
        in.since_sub_barrier.join(who);
    } else {
        in.sub_stretch = here;
        in.since_sub_barrier = who;
    }
}

void memory_rules::read(byte_state& state, const party& who, area_kind kind) {
    if (collides(state.written, who, kind)) throw illegal_kernel("a race of a read with a write");
    if (state.read.stretch != 0 && state.read.stretch < group_began_) state.read_by_earlier_group = true;
    note(state.read, who);
}

void memory_rules::write(byte_state& state, const party& who, area_kind kind) {
    if (collides(state.written, who, kind)) throw illegal_kernel("a race of two writes");
    if (collides(state.read, who, kind) || (state.read_by_earlier_group && !who.atomic)) {
        throw illegal_kernel("a race of a write with a read");
    }
    note(state.written, who);
}

void memory_rules::look(std::uint32_t item, const void* at, std::size_t bytes, access how) {
    area& in = holding(at, bytes);
    if (in.kind == area_kind::constant) {
        if (how != access::read) throw illegal_kernel("a write to constant memory");
        return;
    }
    const auto first = static_cast<std::size_t>(static_cast<const std::byte*>(at) - in.bytes.data());
    for (std::size_t b = first; b < first + bytes; ++b) {
        byte_state& state = in.states[b];
        if (how != access::write && in.kind == area_kind::local && state.written.stretch == 0) {
            throw illegal_kernel("local memory is read before it is written");
        }
        const party who{static_cast<std::uint16_t>(item), how == access::atomic};
        how == access::read ? read(state, who, in.kind) : write(state, who, in.kind);
    }
}

}  // namespace ndweave::compiler::testing

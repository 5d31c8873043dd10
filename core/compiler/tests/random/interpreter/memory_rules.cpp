#include "memory_rules.hpp"

#include <algorithm>

#include "illegal_kernel.hpp"

namespace ndweave::compiler::testing {

void memory_rules::add(memory bytes, area_kind kind) {
    const auto same = [&](const area& a) { return a.bytes.data() == bytes.data() && a.bytes.size() == bytes.size(); };
    if (std::ranges::any_of(areas_, same)) return;
    areas_.push_back({bytes, kind, std::vector<byte_state>(kind == area_kind::constant ? 0 : bytes.size())});
}

void memory_rules::start_group(std::initializer_list<memory> local) {
    group_began_ = ++now_;
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

/// Whether something else must lie between: a barrier, or for another group nothing helps but the launch's end.
bool memory_rules::collides(const trace& with, std::uint32_t item, bool atomic, area_kind kind) const {
    if (with.stretch == 0 || (with.atomic && atomic)) return false;
    if (with.stretch < group_began_) return kind == area_kind::global;
    return with.stretch == now_ && with.item != item;
}

void memory_rules::note(trace& in, std::uint32_t item, bool atomic) const {
    const bool shared = in.stretch == now_ && in.item != item;
    in = {now_, shared ? several : item, atomic};
}

void memory_rules::read(byte_state& state, std::uint32_t item, bool atomic, area_kind kind) const {
    if (collides(state.written, item, atomic, kind)) throw illegal_kernel("a race of a read with a write");
    if (state.read.stretch != 0 && state.read.stretch < group_began_) state.read_by_earlier_group = true;
    note(state.read, item, atomic);
}

void memory_rules::write(byte_state& state, std::uint32_t item, bool atomic, area_kind kind) const {
    if (collides(state.written, item, atomic, kind)) throw illegal_kernel("a race of two writes");
    if (collides(state.read, item, atomic, kind) || (state.read_by_earlier_group && !atomic)) {
        throw illegal_kernel("a race of a write with a read");
    }
    note(state.written, item, atomic);
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
        if (how == access::read) {
            read(state, item, false, in.kind);
        } else {
            write(state, item, how == access::atomic, in.kind);
        }
    }
}

}  // namespace ndweave::compiler::testing

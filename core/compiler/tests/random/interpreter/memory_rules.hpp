/// Looks on while a kernel runs work-item by work-item: that it keeps to the memory that it is given, reads nothing
/// that was never written, and that no two work-items touch a byte without a barrier between, unless both read it or
/// both do so atomically.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

namespace ndweave::compiler::testing {

class memory_rules {
public:
    enum class access { read, write, atomic };
    using memory = std::span<const std::byte>;

    /// Memory of the launch, only read or written too; the same may be added again.
    void add_constant(memory bytes) { add(bytes, area_kind::constant); }
    void add_global(memory bytes) { add(bytes, area_kind::global); }

    /// What follows is another work-group's, which finds nothing in its `local` memory.
    void start_group(std::initializer_list<memory> local);

    void pass_barrier() { ++now_; }

    /// Throws illegal_kernel. `item` counts within the group.
    void look(std::uint32_t item, const void* at, std::size_t bytes, access how);

private:
    static constexpr std::uint32_t several = ~0u;

    /// Who last touched a byte in a way; in what stretch between two barriers, of which no two groups share one.
    struct trace {
        std::uint32_t stretch = 0, item = 0;
        bool atomic = false;
    };
    struct byte_state {
        trace written, read;
        bool read_by_earlier_group = false;
    };
    enum class area_kind { constant, global, local };
    struct area {
        memory bytes;
        area_kind kind;
        std::vector<byte_state> states;
    };

    void add(memory bytes, area_kind kind);
    area& holding(const void* at, std::size_t bytes);
    bool collides(const trace& with, std::uint32_t item, bool atomic, area_kind kind) const;
    void note(trace& in, std::uint32_t item, bool atomic) const;
    void read(byte_state& state, std::uint32_t item, bool atomic, area_kind kind) const;
    void write(byte_state& state, std::uint32_t item, bool atomic, area_kind kind) const;

    std::vector<area> areas_;
    std::size_t last_ = 0;  // the area of the last access
    std::uint32_t now_ = 1, group_began_ = 1;
};

}  // namespace ndweave::compiler::testing

/// Looks on while a kernel runs work-item by work-item: that it keeps to the memory that it is given, reads nothing
/// that was never written, and that no two work-items touch a byte without a barrier between, unless both read it or
/// both do so atomically. Between two of one sub-group its own barrier is enough.
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
    void start_group(std::initializer_list<memory> local, std::uint32_t sub_group_size);

    void pass_barrier() { ++now_; }

    /// Of that sub-group alone.
    void pass_sub_group_barrier(std::size_t sub_group);

    /// Throws illegal_kernel. `item` counts within the group.
    void look(std::uint32_t item, const void* at, std::size_t bytes, access how);

private:
    static constexpr std::uint16_t several = 0xffff;

    /// Who touched a byte: one work-item or several, and whether all did so atomically.
    struct party {
        std::uint16_t item = 0;
        bool atomic = false;

        bool collides(const party& with) const { return with.item != item && !(with.atomic && atomic); }
        void join(const party& other);
    };

    /// Who last touched a byte in a way; in what stretch between two barriers, of which no two groups share one. Where
    /// they are all of one sub-group, those after its last barrier too.
    struct trace {
        std::uint32_t stretch = 0, sub_stretch = 0;
        party all, since_sub_barrier;
        std::uint16_t sub_group = 0;
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
    std::uint32_t& sub_stretch(std::size_t sub_group);
    bool collides(const trace& with, const party& who, area_kind kind);
    void note(trace& in, const party& who);
    void read(byte_state& state, const party& who, area_kind kind);
    void write(byte_state& state, const party& who, area_kind kind);

    std::vector<area> areas_;
    std::size_t last_ = 0;  // the area of the last access
    std::uint32_t now_ = 1, group_began_ = 1, sub_group_size_ = 1;
    std::vector<std::uint32_t> sub_stretches_;  // by sub-group: barriers of its own that it has passed
};

}  // namespace ndweave::compiler::testing

/// What tells a profiler outside of this library what the program does.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ndweave::detail {

/// Where memory is: `space` by Kokkos' name, as "Host" and "CudaUVM".
struct memory_place {
    const char* space = "";
    const char* label = "";
    const void* pointer = nullptr;
};

enum class tool_activity { kernel, reduction, copy, fill, wait, region };

/// Begins and ends on one thread, within what that thread has begun before.
struct tool_event {
    tool_activity what;
    const char* name;          // of a kernel as the timeline has it, else what is done
    std::uint32_t device = 0;  // Kokkos' number of the queue; 0 of regions
    std::uint64_t bytes = 0;   // of copies and fills
    memory_place to{}, from{};
};

class profiling_tool {
public:
    virtual ~profiling_tool() = default;
    /// Whether a command of a queue is to be done when it ends.
    virtual bool fences() const { return false; }
    /// What `end` of the same event takes.
    virtual std::uint64_t begin(const tool_event&) = 0;
    virtual void end(const tool_event&, std::uint64_t id) = 0;
    virtual void allocated(const memory_place&, std::uint64_t /*bytes*/) {}
    virtual void deallocated(const memory_place&, std::uint64_t /*bytes*/) {}
    virtual void name_thread(const char*) {}
    /// The process ends; nothing is called afterwards.
    virtual void finalize() {}
};

}  // namespace ndweave::detail

/// Launches of one kernel with different grids, one after the other, for PoCL before 7.0: it counts the uses of a
/// kernel's machine code per local size, although it has machine code per size of the grid, too, and aborts the program
/// ("Assertion `found->ref_count > 0' failed", pocl_release_dlhandle_cache) where both run at once on two queues.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <vector>

#include "opencl/driver.hpp"

namespace ndweave::opencl {

using extents = std::array<std::size_t, 3>;

/// Of one kernel. One thread at a time.
class serialized_grids {
public:
    serialized_grids() = default;
    serialized_grids(const serialized_grids&) = delete;
    serialized_grids& operator=(const serialized_grids&) = delete;
    ~serialized_grids();

    /// What a launch must wait for: launches on other queues with the same local size and another grid.
    std::vector<cl_event> before(cl_command_queue, const extents& global, const extents& local);
    /// The launch that `before` was asked for; owns the event.
    void launched(cl_command_queue, const extents& global, const extents& local, cl_event);

private:
    struct running {
        extents global;
        std::map<cl_command_queue, cl_event> last;  // launches with this grid; of the others the queues keep the order
    };
    static void release(std::map<cl_command_queue, cl_event>&);

    std::map<extents, running> of_local_size_;
};

/// Whether the device's driver needs it.
bool needs_serialized_grids(cl_device_id);

}  // namespace ndweave::opencl

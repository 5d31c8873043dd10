/// One launch, as the plugin ABI wants it.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <string>

#include "ndweave/plugin.h"
#include "runtime/device_impl.hpp"

namespace ndweave::detail {

class plugin_device;
struct plugin_kernel;

/// Holds what the description points to: lives until the plugin's `launch` has returned, as must the launch itself.
class plugin_launch {
public:
    /// Chooses the work-group of basic kernels, compiles the kernel where it is new, and makes its arguments from the
    /// functor. Throws what plugin_kernels::get throws, and errc::nd_range for a grid beyond the device's limits.
    plugin_launch(plugin_device&, const launch&);
    plugin_launch(const plugin_launch&) = delete;
    plugin_launch& operator=(const plugin_launch&) = delete;

    const ndw_launch& description() const { return description_; }
    /// For errors: "cannot launch kernel f on NVIDIA H200".
    std::string doing() const;

private:
    void set_grid(const launch&);
    /// Whether the device's axes are too short for the groups and its axis 0 takes all of them in one row.
    bool needs_flat_grid() const;
    void check_grid() const;
    void set_arguments(const plugin_kernel&);

    plugin_device& device_;
    const launch& launch_;
    ndw_launch description_{};
    std::uint64_t groups_[3];
    std::byte room_[16 * sizeof(ndw_argument)];  // of most kernels' arguments
    std::pmr::monotonic_buffer_resource memory_{room_, sizeof room_};
    std::pmr::vector<ndw_argument> arguments_{&memory_};
};

/// Work-group of a launch that leaves it to the device, at most `most` work-items. Depends on small extents only, since
/// every shape is a compilation of its own: `most` in a row, or rows of 64 in ranges of more dimensions.
void choose_local_range(const launch&, std::uint32_t most, const std::uint32_t (&limits)[3],
                        std::uint32_t (&local_range)[3]);

}  // namespace ndweave::detail

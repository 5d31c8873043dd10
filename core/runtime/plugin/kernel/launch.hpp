/// One launch in the form of the plugin ABI.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <string>

#include "compiler/abi.h"
#include "ndweave/plugin.h"
#include "runtime/device/device_impl.hpp"

namespace ndweave::detail {

class plugin_device;
struct plugin_kernel;

/// Owns what the description points to: must live, like the launch itself, until the plugin's `launch` has returned.
class plugin_launch {
public:
    /// Chooses the work-group of basic kernels, compiles the kernel if it is new, and converts the functor to
    /// arguments. Throws what plugin_kernels::get throws, and errc::nd_range for a grid beyond the device's limits.
    plugin_launch(plugin_device&, const launch&);
    plugin_launch(const plugin_launch&) = delete;
    plugin_launch& operator=(const plugin_launch&) = delete;

    const ndw_launch& description() const { return description_; }
    /// For errors: "cannot launch kernel f on NVIDIA H200".
    std::string doing() const;

private:
    void set_grid(const launch&);
    /// Whether the groups exceed the device's limits on axes 1 and 2 but fit on axis 0 in one row.
    bool needs_flat_grid() const;
    void check_grid() const;
    /// Of a kernel whose groups take turns at its points: no more groups than run at once, as far as the plugin knows.
    /// Others would run alone behind them.
    void limit_groups(const plugin_kernel&);
    void set_arguments(const plugin_kernel&);
    /// Throws errc::kernel_not_supported for a kernel that follows pointers on a device where they are handles.
    void require_reachable_memory() const;

    plugin_device& device_;
    const launch& launch_;
    ndw_launch description_{};
    std::uint64_t groups_[3];
    std::byte argument_storage_[16 * sizeof(ndw_argument)];  // enough for most kernels
    std::pmr::monotonic_buffer_resource memory_{argument_storage_, sizeof argument_storage_};
    std::pmr::vector<ndw_argument> arguments_{&memory_};
};

/// What a compiled kernel changes of its launches: grid, work-group and NDW_LAUNCH_DIRECT.
void adapt_to_kernel(ndw_launch&, const ndw_compiled_kernel&);

/// The work-group of a launch without local range: at most `max_items` work-items. Depends on small extents only, since
/// every shape needs its own compilation: `max_items` in a row, or rows of 64 in ranges of more dimensions.
void choose_local_range(const launch&, std::uint32_t max_items, const std::uint32_t (&limits)[3],
                        std::uint32_t (&local_range)[3]);

}  // namespace ndweave::detail

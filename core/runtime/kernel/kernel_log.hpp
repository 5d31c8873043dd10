/// The runtime's side of ndweave/reports/kernel_log.hpp.
#pragma once

#include "ndweave/reports/kernel_log.hpp"
#include "runtime/device/device_impl.hpp"
#include "runtime/kernel/kernel_compiler.hpp"

namespace ndweave::detail {

/// Reports a kernel that is ready to the log. `local_range` in hardware axes; `compiled` is null in library mode;
/// `constants` as in the log.
void log_kernel(const kernel_record& kernel, const device_limits& device, const std::uint32_t (&local_range)[3],
                const char* strategy, const std::string& reason, const compiled_kernel& compiled,
                const std::string& constants = {});

}  // namespace ndweave::detail

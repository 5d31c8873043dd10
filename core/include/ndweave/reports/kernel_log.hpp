/// A callback that reports how kernels run, and why. The library itself prints nothing.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "ndweave/detail/export.hpp"

namespace ndweave {

/// A kernel that a device is ready to run: one specialisation, created by the first launch that needs it, or in the
/// background where captures stayed the same in many (NDWEAVE_CONSTANT_CAPTURES).
struct kernel_log_entry {
    std::string kernel;         // the name that the user gave, or the functor's type
    std::string device;         // its name in error messages
    std::string backend;        // "cpu", "cuda", …
    int dimensions;             // of the launch
    std::size_t work_group[3];  // in SYCL's order; 0 where the device chooses (basic kernels)
    std::string strategy;       // CPU: "loop", "cbs" or "fiber"; empty on other devices
    std::string reason;         // CPU: why this strategy
    bool compiled;              // by the kernel compiler; else it runs in library mode
    bool cached;                // the code came from the disk cache
    double milliseconds;        // to compile it, or to load it from the cache
    std::string report;         // JSON object of the kernel compiler (docs/kernel-compiler.md); empty in library mode
    std::string constants;      // captures that this code has as constants, as in "4 bytes at 16: 42"; empty: none
};

using kernel_log = std::function<void(const kernel_log_entry&)>;

/// Sets the callback for every kernel that becomes ready from now on; it runs on the launching thread before the
/// launch. An empty `log` removes it. Returns the previous one. Kernels that are already ready are not reported again.
/// Several threads may call `log` at the same time. The launch propagates its exceptions; it must not launch the
/// reported kernel.
NDWEAVE_EXPORT kernel_log set_kernel_log(kernel_log log);

}  // namespace ndweave

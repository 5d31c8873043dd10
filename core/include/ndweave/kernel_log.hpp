/// Which way kernels run, and why: told to whoever listens. The library itself prints nothing.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "ndweave/export.hpp"

namespace ndweave {

/// A kernel that a device is ready to run: one specialisation, made at the first launch that needs it.
struct kernel_log_entry {
    std::string kernel;         // the name that the user gave, or the functor's type
    std::string device;         // as error messages call it
    std::string backend;        // "cpu", "cuda", …
    int dimensions;             // of the launch
    std::size_t work_group[3];  // in SYCL's order; 0 where the device chooses (basic kernels)
    std::string strategy;       // CPU: "loop", "cbs" or "fiber"; empty on other devices
    std::string reason;         // CPU: why this strategy
    bool compiled;              // by the kernel compiler; else it runs as the host compiler made it (library mode)
    bool cached;                // compiled before: the code came from the disk cache
    double milliseconds;        // to compile it, or to load it from the cache
    std::string report;         // JSON object of the kernel compiler (docs/kernel-compiler.md); empty in library mode
};

using kernel_log = std::function<void(const kernel_log_entry&)>;

/// Has `log` called for every kernel that gets ready from now on, on the launching thread, before the launch; an empty
/// one ends that. Returns the former one. Kernels that are ready already are not told again. Several threads may call
/// `log` at the same time. What it throws comes out of the launch; it must not launch the kernel that it is told about.
NDWEAVE_EXPORT kernel_log set_kernel_log(kernel_log log);

}  // namespace ndweave

/// Ranges of NVTX: Nsight Systems and other profilers of NVIDIA's show what a thread did, by name, above what the GPU
/// did for it.
#pragma once

#include <memory>

#include "runtime/trace/profiling_tool.hpp"

namespace ndweave::detail {

/// The profiler that NVTX_INJECTION64_PATH names, which it sets itself for the programs that it starts. Null where
/// there is none, or it cannot be loaded: that is between the profiler and its user.
std::unique_ptr<profiling_tool> load_nvtx();

}  // namespace ndweave::detail

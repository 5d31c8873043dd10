/// Where the CUDA toolkit's mathematical functions lie: code for NVIDIA's GPUs depends on which they are.
#pragma once

#include <string>

namespace ndweave::code {

/// What NDWEAVE_CUDA_PATH names: a toolkit, its folder of libdevice or the file itself; empty where it is not set.
std::string named_toolkit();

/// Where libdevice.10.bc lies; empty where there is none. Looked for in the named toolkit alone, if one is named, else
/// in CUDA_PATH, CUDA_HOME, /usr/local/cuda, the newest /usr/local/cuda-*, /opt/cuda and Debian's
/// /usr/lib/nvidia-cuda-toolkit.
std::string find_libdevice();

}  // namespace ndweave::code

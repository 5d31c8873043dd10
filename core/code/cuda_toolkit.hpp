/// Where parts of the CUDA toolkit lie. Looked for in the toolkit that NDWEAVE_CUDA_PATH names alone, if it does, else
/// in CUDA_PATH, CUDA_HOME, /usr/local/cuda, the newest /usr/local/cuda-*, /opt/cuda and Debian's
/// /usr/lib/nvidia-cuda-toolkit.
#pragma once

#include <string>

namespace ndweave::code {

/// What NDWEAVE_CUDA_PATH names: a toolkit, its folder of libdevice or the file itself; empty where it is not set.
std::string named_toolkit();

/// libdevice.10.bc, the mathematical functions: code for NVIDIA's GPUs depends on which they are. Empty where there is
/// none.
std::string find_libdevice();

/// ptxas, which assembles PTX. Empty where there is none.
std::string find_ptxas();

}  // namespace ndweave::code

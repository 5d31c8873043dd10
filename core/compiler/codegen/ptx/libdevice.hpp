/// The math functions of NVIDIA's libdevice, part of every CUDA toolkit.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

#include <string>

namespace ndweave::compiler::ptx {

/// What NDWEAVE_CUDA_PATH names: a toolkit, its folder of libdevice or the file itself; empty where it is not set.
std::string named_toolkit();

/// Where libdevice.10.bc lies; empty where there is none. Looked for in the named toolkit alone, if one is named, else
/// in CUDA_PATH, CUDA_HOME, /usr/local/cuda, the newest /usr/local/cuda-*, /opt/cuda and Debian's
/// /usr/lib/nvidia-cuda-toolkit.
std::string find_libdevice();

/// Redirects math calls and intrinsics that NVPTX has no instruction for to libdevice, links the functions that are
/// needed, and folds their questions about the compilation (__nvvm_reflect). A module without such calls is left alone
/// and needs no libdevice. Errors: unsupported when libdevice is needed and not found (the message says where it was
/// looked for), or when a called function is in neither.
llvm::Error link_math(llvm::Module& module, unsigned sm, bool fast_math);

}  // namespace ndweave::compiler::ptx

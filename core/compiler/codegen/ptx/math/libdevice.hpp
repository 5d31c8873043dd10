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

/// Links those functions of libdevice that the module calls (call_libdevice.hpp). One without such calls is left alone
/// and needs no libdevice. Errors: unsupported when libdevice is needed and not found (the message says where it was
/// looked for), or when it does not have a called function.
llvm::Error link_libdevice(llvm::Module& module);

}  // namespace ndweave::compiler::ptx

/// The math functions of NVIDIA's libdevice, part of every CUDA toolkit.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

namespace ndweave::compiler::ptx {

/// Links those functions of libdevice that the module calls (call_libdevice.hpp). One without such calls is left alone
/// and needs no libdevice. Errors: unsupported when libdevice is needed and not found (the message says where it was
/// looked for), or when it does not have a called function.
llvm::Error link_libdevice(llvm::Module& module);

}  // namespace ndweave::compiler::ptx

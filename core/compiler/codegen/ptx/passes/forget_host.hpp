/// Turns what clang compiled for the host into code that any target may be made of.
#pragma once

namespace llvm {
class Module;
}

namespace ndweave::compiler::ptx {

/// Drops what only the host understands (target attributes, comdats, sections, module flags, debug information) and
/// makes every definition internal.
void forget_host(llvm::Module& module);

/// Every function takes subnormal floats for zeros, as nvcc's with -use_fast_math do; libdevice is told
/// (math/reflection.hpp).
void flush_subnormals(llvm::Module& module);

}  // namespace ndweave::compiler::ptx

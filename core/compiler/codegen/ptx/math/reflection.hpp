/// What libdevice's functions ask about the compilation, and the answers that nvcc gives with and without
/// -use_fast_math:
///
///     call i32 @__nvvm_reflect(ptr @"__CUDA_FTZ")     ==>     0
#pragma once

namespace llvm {
class Module;
}

namespace ndweave::compiler::ptx {

/// The module's flag that says 1 where subnormal floats are taken for zeros; LLVM's NVVMReflect reads it as well.
constexpr const char* flush_flag = "nvvm-reflect-ftz";

/// Whether the module takes subnormal floats for zeros.
bool flushes_subnormals(const llvm::Module& module);

/// `sm`: 90 for sm_90.
void answer_reflection(llvm::Module& module, unsigned sm);

/// Linked functions become internal, so that what is not inlined is private to the kernel and what is unused goes, and
/// take subnormal floats for zeros where the module does.
void own_libdevice(llvm::Module& module);

}  // namespace ndweave::compiler::ptx

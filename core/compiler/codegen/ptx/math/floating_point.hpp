/// What a kernel's floating-point arithmetic may become.
#pragma once

#include <llvm/IR/Module.h>

namespace ndweave::compiler::ptx {

/// Splits llvm.fmuladd, which no loop pass understands, into a contractable fmul and fadd, and lets every
/// multiplication and addition contract, as nvcc does by default (-fmad=true).
void allow_contraction(llvm::Module& module);

/// llvm.copysign becomes PTX's instruction of that name; LLVM 19's NVPTX makes seven of it. Nothing folds it
/// afterwards.
void lower_copysign(llvm::Module& module);

/// Signed conditions as numbers, `sitofp i1`, become a choice between -1 and 0: LLVM 19's NVPTX makes +1 of what is
/// true.
void lower_signed_conditions(llvm::Module& module);

/// Single-precision square roots, reciprocals, divisions and the elementary functions that have a machine instruction
/// become that instruction (PTX ISA, `.approx`, `.ftz` where the kernel flushes subnormals) if their flags allow it:
/// calls `afn`, divisions `arcp` too; 1/sqrt(x) is one rsqrt, with `arcp` alone. Fast-math mode flags all of them,
/// programs single ones (`native::`). InstCombine should have run, since it knows nothing of these instructions.
void approximate_functions(llvm::Function& kernel);

}  // namespace ndweave::compiler::ptx

/// Structures of floats that were passed as vectors.
#pragma once

#include <llvm/IR/Module.h>

namespace ndweave::compiler {

/// x86-64 returns a structure of two floats (std::complex<float>, say) as a vector of two, which clang stores to a
/// variable of the structure's type; larger ones as several. Nothing of that is left after inlining, but for the
/// vectors: those get through the clean-up into loads and stores of the kernel's, and loops with vectors in them are
/// not vectorized.
///
///     %c = alloca { float, float }
///     store <2 x float> %v, ptr %c      ==>     store float %v.0, ptr %c
///                                               store float %v.1, ptr %c + 4
///
/// Vectors in variables of a vector's type stay, since a kernel's author wrote those.
/// Pre: inlined; variables are still in memory.
void split_float_pairs(llvm::Module& module);

}  // namespace ndweave::compiler

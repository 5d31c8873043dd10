/// Reaches the functor by generic addresses where a kernel chooses between addresses in it.
///
///     a = cast functor to param                                a' = functor, generic
///     p = phi [a + 24, …], [a + 28, …]           ==>           p' = phi [a' + 24, …], [a' + 28, …]
///     x = load param p                                         x  = load p'
///
/// LLVM 19 gives a byval parameter whose address meets a PHI or a select a generic address (cvta.param), and casts that
/// back to the parameter space by a plain move, though the two spaces have different addresses: the load ends in an
/// illegal access. Such kernels are rare (LLVM sinks two loads of captures into one); others keep their loads from the
/// parameter space, which are faster. May go when LLVM is newer than 19 (cvta.to.param).
#pragma once

#include <llvm/IR/Function.h>

namespace ndweave::compiler::ptx {

/// Pre: `kernel` takes the functor as its first argument. Nothing may infer address spaces afterwards.
void reach_functor_generically(llvm::Function& kernel);

}  // namespace ndweave::compiler::ptx

/// The order in which blocks that run in lockstep catch up with each other: every way that goes on leads forward, and a
/// loop's blocks come one after the other, what it is left for behind them.
///
///     head: br body, out          head, body, out            where a reverse post-order may be head, out, body
///     body: br head
///
/// (Diamos et al., "SIMD re-convergence at thread frontiers", MICRO 2011, ask for such priorities.) Of loops with
/// several entries nothing is promised.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>

namespace ndweave::compiler {

/// The reachable ones.
llvm::SmallVector<llvm::BasicBlock*> blocks_in_order(llvm::Function& function);

}  // namespace ndweave::compiler

/// LLVM's MachineSink within its code generation, where it shortens live ranges.
#pragma once

#include <llvm/Pass.h>

#include <array>

namespace ndweave::compiler::ptx {

/// Passes to run in this order in place of `sink`, LLVM's MachineSink, which they contain. It sinks an instruction past
/// joins that every work-item reaches anyway, as long as nothing uses the result there. Nothing is saved: a load begins
/// late, and where operands have no other use, all of them stay in registers instead of the one result. Both go back to
/// where they were (docs/decisions/135).
std::array<llvm::Pass*, 3> sinking_that_shortens(llvm::Pass* sink);

}  // namespace ndweave::compiler::ptx

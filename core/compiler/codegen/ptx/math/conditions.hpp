/// Conditions of several comparisons, which are one for PTX.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler::ptx {

/// Before: `select (a || b), x, y`, of which LLVM 19's NVPTX makes a selection for each comparison; and `a || b` as
///         `select a, true, b`, whose `b` it freezes operand by operand, so that a load under it cannot extend its
///         sign.
/// After:  `select (freeze (or a, b)), x, y`: a comparison and its `or` are one instruction of the processor, and there
///         is one selection. `or` is written where `b` cannot be poison: what it computes between loads, arguments and
///         constants has no flags that could make it so, or nobody else needs them. A load counts as a value here,
///         since what follows, instruction selection, takes a load for nothing but its bits.
///
/// The same for `&&`. Must be the last pass but those that lower single instructions: InstCombine would undo it.
struct join_conditions : llvm::PassInfoMixin<join_conditions> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ndweave::compiler::ptx

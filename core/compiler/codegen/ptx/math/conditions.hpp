/// Conditions of several comparisons, which are one for PTX.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler::ptx {

/// Before: `select (a || b), x, y`, of which LLVM 19's NVPTX makes a selection for each comparison; and `a || b` as
///         `select a, true, b`, whose `b` it freezes operand by operand, so that a load under it cannot extend its
///         sign.
/// After:  `select (freeze (or a, b)), x, y`: a comparison and its `or` are one instruction of the processor, and there
///         is one selection. `or` takes a `b` that is computed without flags that could make it poison, for which it
///         may be copied: from loads, phis and arguments, which instruction selection takes for their bits alone.
///
/// The same for `&&`. Must be the last pass but those that lower single instructions: InstCombine would undo it.
struct join_conditions : llvm::PassInfoMixin<join_conditions> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ndweave::compiler::ptx

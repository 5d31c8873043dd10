/// What LLVM may keep of its analyses behind a pass.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

/// Of a pass that has changed instructions, if `changed` any, and neither blocks nor edges.
inline llvm::PreservedAnalyses control_flow_kept(bool changed = true) {
    if (!changed) return llvm::PreservedAnalyses::all();
    llvm::PreservedAnalyses kept;
    kept.preserveSet<llvm::CFGAnalyses>();
    return kept;
}

}  // namespace ndweave::compiler

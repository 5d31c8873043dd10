/// Loads from one of two addresses become two loads, each under its condition, where work-items lie side by side in
/// both.
///
///     x = *(c ? &tile[i] : &all[j + i])      ==>      if (c) x = tile[i]; else x = all[j + i];
///     x = row[min(i, last)]                  ==>      if (i < last) x = row[i]; else x = row[last];
///
/// On the left LLVM's vectorizer sees an address of no order and gathers; on the right it loads two vectors under
/// masks. Who writes the right side gets the left one from LLVM's instcombine and simplifycfg, which also make it again
/// of loops that are not vectorized.
///
/// Pre: behind the last instcombine before the vectorizer, which would undo it; a processor with masks for loads and
/// gathers of 32 and 64 bits. Simplified loops that are parallel and innermost are changed. Post: the same values.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

struct split_selected_loads : llvm::PassInfoMixin<split_selected_loads> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

}  // namespace ndweave::compiler

/// Products with a loop's counter become sums: a number that steps once an iteration.
///
///     for l: x = t[(l * a + b) & 1023]      ==>      p = b;  for l: { x = t[p & 1023];  p += a }
///
/// Only where the product is used as a number that each iteration has of its own, so that a vectorized loop would
/// multiply vectors: addresses and conditions that follow the counter in equal steps are scalar anyway. LLVM's strength
/// reduction comes after vectorization and looks at scalars only.
///
/// Pre: simplified loops, right before the vectorizer; parallel innermost ones are changed. Post: the same values.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

struct strength_reduce_products : llvm::PassInfoMixin<strength_reduce_products> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

}  // namespace ndweave::compiler

/// Keeps LoopVectorize's run-time checks that narrow counters do not wrap around.
///
///     for (i = 0; i < 64; ++i) out[i] = table[7 * i & 63];      (as 7 i, once 7 i below 64 is checked)
///     for (x = 0; …; x = (x & 255) + 7) out[i++] = x & 255;     (as a counter in steps of 7, likewise)
///
/// Works around https://github.com/llvm/llvm-project/issues/156849 (fixed in LLVM 22): SCEVExpander leaves the check
/// out where the counter begins with 0 and its step is positive, and the vectorized loop never wraps around.
///
/// Such counters begin with a 0 that ScalarEvolution does not see. In loops that are annotated parallel, addresses are
/// left to pin_strided_accesses. Pre: to be run right before the vectorizer; nothing may simplify in between. Post: the
/// same meaning.
#pragma once

#include <functional>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

struct keep_wrap_checks : llvm::PassInfoMixin<keep_wrap_checks> {
    /// Makes a 0 of an integer type at the beginning of the function.
    using maker = std::function<llvm::Value*(llvm::IRBuilder<>&, llvm::Type*)>;

    /// x & ~x, which InstCombine folds; ScalarEvolution would look through `freeze` of a constant.
    static llvm::Value* zero_until_combined(llvm::IRBuilder<>&, llvm::Type*);

    explicit keep_wrap_checks(maker zero = zero_until_combined) : zero(std::move(zero)) {}
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }

    maker zero;
};

}  // namespace ndweave::compiler

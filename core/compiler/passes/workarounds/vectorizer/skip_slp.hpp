/// Leaves functions out of the SLP vectorizer.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/PassInstrumentation.h>

namespace ndweave::compiler {

/// The SLP vectorizer does not run on functions that `is_left_out` holds for.
inline void skip_slp(llvm::PassInstrumentationCallbacks& between_passes, bool (*is_left_out)(const llvm::Function&)) {
    between_passes.registerShouldRunOptionalPassCallback([is_left_out](llvm::StringRef pass, llvm::Any ir) {
        const auto* const function = pass == "SLPVectorizerPass" ? llvm::any_cast<const llvm::Function*>(&ir) : nullptr;
        return function == nullptr || !is_left_out(**function);
    });
}

}  // namespace ndweave::compiler

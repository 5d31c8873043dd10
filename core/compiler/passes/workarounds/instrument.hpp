/// What has to happen between LLVM's own passes, wherever the kernel compiler runs some.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/PassInstrumentation.h>

namespace ndweave::compiler {

/// Callbacks for a `llvm::PassBuilder`, which must not outlive them.
struct between_passes : llvm::PassInstrumentationCallbacks {
    between_passes();
};

/// Whether vectors come of that pass of LLVM's.
inline bool makes_vectors(llvm::StringRef pass) {
    return pass == "LoopVectorizePass" || pass == "SLPVectorizerPass" || pass == "VectorCombinePass";
}

}  // namespace ndweave::compiler

/// What has to happen between LLVM's own passes, wherever the kernel compiler runs some.
#pragma once

#include <llvm/IR/PassInstrumentation.h>

namespace ndweave::compiler {

/// Callbacks for a `llvm::PassBuilder`, which must not outlive them.
struct between_passes : llvm::PassInstrumentationCallbacks {
    between_passes();
};

}  // namespace ndweave::compiler

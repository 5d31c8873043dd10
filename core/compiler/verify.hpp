/// Whether a module obeys LLVM's rules. Before code is made of it: LLVM's code generators take that for granted, and
/// make wrong code of what does not.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

namespace ndweave::compiler {

/// NDW_COMPILE_FAILED with LLVM's complaint.
llvm::Error verify(const llvm::Module& module);

}  // namespace ndweave::compiler

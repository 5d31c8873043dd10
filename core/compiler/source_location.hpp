/// Source lines as the kernel's author knows them.
#pragma once

#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/DebugLoc.h>

namespace ndweave::compiler {

/// The innermost place of an inlined chain that is the user's own: not in a system header or in ndweave's headers. The
/// innermost place where all are of those; null without debug information.
const llvm::DILocation* user_location(const llvm::DebugLoc& where);

/// The first place in `blocks` that is the user's own; null where they have none.
const llvm::DILocation* first_user_location(llvm::ArrayRef<llvm::BasicBlock*> blocks);

}  // namespace ndweave::compiler

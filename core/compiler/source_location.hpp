/// Source lines as the kernel's author knows them.
#pragma once

#include <llvm/IR/DebugLoc.h>

namespace ndweave::compiler {

/// The innermost place of an inlined chain that is the user's own: not in a system header or in ndweave's headers. The
/// innermost place where all are of those; null without debug information.
const llvm::DILocation* user_location(const llvm::DebugLoc& where);

}  // namespace ndweave::compiler

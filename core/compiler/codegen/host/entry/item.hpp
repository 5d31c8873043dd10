/// A kernel as the function of one work-item: code of its own, which the caller runs once for every work-item.
#pragma once

#include <llvm/IR/Function.h>

namespace ndweave::compiler::host {

/// Pre: `kernel` is `void(ptr functor)` and calls builtins as ordinary functions, by their names.
/// Post: it can be found under its name in the object; nothing else of its module can.
void expose_item(llvm::Function& kernel);

}  // namespace ndweave::compiler::host

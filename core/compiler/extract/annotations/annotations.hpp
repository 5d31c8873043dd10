/// What the headers say of functions and variables by [[clang::annotate]]: the module's llvm.global.annotations.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Module.h>

namespace ndweave::extract {

/// The globals with this annotation, in the module's order.
llvm::SmallVector<llvm::GlobalValue*> annotated(llvm::Module& module, llvm::StringRef text);

/// Takes "ndweave.…" out of the module's annotations; nobody after the plugin needs them.
void remove_annotations(llvm::Module& module);

}  // namespace ndweave::extract

/// Finding and replacing calls of the kernel builtins (ndweave/builtins.h) in a module.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <cstdint>

namespace ndweave::compiler {

/// All calls of the function `name`; empty where the module does not declare it.
llvm::SmallVector<llvm::CallBase*> calls_of(llvm::Module& module, llvm::StringRef name);

/// Replaces every call of `name`, or those in the function `only_in`, by the value that `make` builds at the call, and
/// erases the declaration when it is not used any more. A null value means that the call gave none (void).
void replace_calls(llvm::Module& module, llvm::StringRef name,
                   llvm::function_ref<llvm::Value*(llvm::CallBase&, llvm::IRBuilder<>&)> make,
                   const llvm::Function* only_in = nullptr);

/// The constant first argument of a builtin that takes an axis. Pre: constant_axes() has run on the module.
unsigned axis_of(const llvm::CallBase& call);

/// Whether `name` is a builtin: `__ndweave_...`.
bool is_builtin(llvm::StringRef name);

}  // namespace ndweave::compiler

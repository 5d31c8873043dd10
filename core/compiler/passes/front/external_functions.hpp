/// Functions of other translation units that a kernel calls.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

#include "compiler/abi.h"

namespace ndweave::compiler {

/// Before: `declare i32 @f(i32)`, and a bitcode that defines `f`.
/// After:  `define internal i32 @f(i32) {…}`, and what it calls in turn.
/// Functions that nobody offers stay declarations. Fails where a bitcode cannot be read or linked.
llvm::Error link_external_functions(llvm::Module&, llvm::ArrayRef<ndw_external_function>);

}  // namespace ndweave::compiler

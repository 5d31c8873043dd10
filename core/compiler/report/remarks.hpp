/// Collects what LLVM has to say about a kernel, so that nothing reaches stderr.
#pragma once

#include <llvm/IR/LLVMContext.h>

#include "compiler/report/report.hpp"

namespace ndweave::compiler {

/// Installs a diagnostic handler on `context`: what the vectorizer says of loops goes to `notes`, warnings nowhere, and
/// errors become remarks of kind "error". `notes` must outlive the context's use.
void collect_remarks(llvm::LLVMContext& context, report& notes);

}  // namespace ndweave::compiler

/// One compilation, from request to code, without caches.
#pragma once

#include <llvm/Support/Error.h>

#include "code/artifact.hpp"
#include "compiler/abi.h"

namespace ndweave::compiler {

/// Runs the pipeline in a context of its own. What LLVM calls a fatal error, and would end the process for, is an error
/// here. Pre: the request is valid.
llvm::Expected<code::entry> compile(const ndw_compile_request& request);

}  // namespace ndweave::compiler

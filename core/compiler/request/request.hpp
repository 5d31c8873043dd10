/// Validation of requests from the runtime.
#pragma once

#include <llvm/Support/Error.h>

#include "compiler/abi.h"

namespace ndweave::compiler {

/// Fails with NDW_COMPILE_INVALID and what is wrong; afterwards every field may be used without a further check.
llvm::Error validate(const ndw_compile_request* request);

}  // namespace ndweave::compiler

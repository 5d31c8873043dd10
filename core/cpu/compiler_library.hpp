/// The kernel compiler's shared library, loaded on first use.
#pragma once

#include <string>

#include "compiler/abi.h"

namespace ndweave::detail {

/// Null where it cannot be had; compiler_problem() says why. It is looked for beside libndweave and nowhere else.
const ndw_compiler_api* kernel_compiler();

/// Why kernel_compiler() is null: path and reason.
const std::string& compiler_problem();

}  // namespace ndweave::detail

/// What makes two compilations the same.
#pragma once

#include <string>

#include "compiler/abi.h"
#include "compiler/codegen/target.hpp"

namespace ndweave::compiler::cache {

/// 64 hexadecimal digits over everything that the code depends on: the bitcode's hash, the request, the target's
/// identity (CPU, features, vector libraries, or arch and driver), LLVM's and the pipeline's version.
std::string key_of(const ndw_compile_request& request, const target& on);

}  // namespace ndweave::compiler::cache

/// What makes two compilations the same.
#pragma once

#include <string>
#include <string_view>

#include "compiler/abi.h"

namespace ndweave::code::cache {

/// 64 hexadecimal digits over everything that the code depends on: the bitcode's hash, the request, the processor, the
/// libraries of functions that there are, variables of the environment, and which `build` of the compiler it is.
std::string key_of(const ndw_compile_request& request, std::string_view build);

}  // namespace ndweave::code::cache

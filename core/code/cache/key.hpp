/// What makes two compilations the same.
#pragma once

#include <string>
#include <string_view>

#include "compiler/abi.h"

namespace ndweave::code::cache {

/// 64 hexadecimal digits over everything that the code depends on: the bitcode's hash, the request, the processor, the
/// libraries of functions that there are, variables of the environment, and which `build` of the compiler it is.
std::string key_of(const ndw_compile_request& request, std::string_view build);

/// The same over what the code depends on whatever machine and build of the compiler made it: the bitcode's hash, the
/// request but the device that it is for, and the `target`.
std::string portable_key_of(const ndw_compile_request& request, std::string_view target);

}  // namespace ndweave::code::cache

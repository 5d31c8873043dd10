/// Source lines of running host code.
#pragma once

#include <string>

namespace ndweave::detail {

/// "file:line" of the nearest caller outside ndweave, from the program's debug information; empty without debug
/// information or without the kernel compiler, which reads it. Slow: for error messages only.
std::string place_of_caller();

}  // namespace ndweave::detail

/// Source lines of running host code.
#pragma once

#include <string>

namespace ndweave::detail {

/// "file:line" of the nearest caller that is not ndweave's own code, from the program's debug information; empty
/// without debug information or without the kernel compiler, which reads it. Slow: for reports of mistakes.
std::string place_of_caller();

}  // namespace ndweave::detail

/// Which functions of this program are called, and in which order: a breakpoint stands on each until its first call.
#pragma once

#include <string>
#include <vector>

namespace ndweave::compiler::function_order {

/// The symbols of all functions that were called since before static objects were constructed, the earliest first, with
/// every symbol that a function has. Nothing where the system does not let a program change its code. Ends the
/// observation. Pre: no other thread runs.
std::vector<std::string> called_functions();

}  // namespace ndweave::compiler::function_order

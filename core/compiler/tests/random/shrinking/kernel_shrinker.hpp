/// Makes a failing kernel small.
#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace ndweave::compiler::testing {

/// Less and less of the module while `still_fails`: many parts at once first, then one by one, until nothing can go or
/// `limit` is over. Pre: still_fails(module).
std::string shrink(std::string module, const std::function<bool(const std::string&)>& still_fails,
                   std::chrono::seconds limit);

}  // namespace ndweave::compiler::testing

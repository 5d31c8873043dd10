/// Commands as text, to be read by people.
#pragma once

#include <string>

#include "random_commands.hpp"

namespace ndweave::testing {

std::string listing(const random_commands&);

}  // namespace ndweave::testing

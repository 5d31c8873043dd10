/// Random commands on devices, by threads that begin together.
#pragma once

#include <string>
#include <vector>

#include "ndweave/ndweave.hpp"
#include "random_commands.hpp"

namespace ndweave::testing {

/// What is wrong in memory afterwards; empty where nothing is. Throws what a command throws.
std::string run_commands(const random_commands&, const std::vector<device>& devices);

}  // namespace ndweave::testing

/// What commands leave in memory, one after the other.
#pragma once

#include "random_commands.hpp"
#include "setting/device_arrays.hpp"

namespace ndweave::testing {

contents before(const random_commands&);
contents after(const random_commands&);

/// Where `got` is not `expected`, and which command wrote there last; empty where they are equal.
std::string first_difference(const random_commands&, const contents& got, const contents& expected);

}  // namespace ndweave::testing

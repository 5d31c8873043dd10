/// The SYCL_EXTERNAL functions of the program.
#pragma once

#include <vector>

#include "compiler/abi.h"
#include "ndweave/detail/device_global.hpp"

namespace ndweave::detail {

/// All at the moment, in no order; of several of one name, which only shared objects can have, the last one listed.
std::vector<ndw_external_function> external_functions();

/// The device globals that they use, by key.
std::vector<external_device_global> external_device_globals();

}  // namespace ndweave::detail

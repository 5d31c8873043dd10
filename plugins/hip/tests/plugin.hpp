/// The HIP plugin as core sees it.
#pragma once

#include <string>

#include "ndweave/plugin.h"

namespace ndweave::hip::testing {

/// Never unloaded: driver threads may live in it. Null after a failure of the calling test.
const ndw_plugin* load_plugin(const char* path);

std::string last_error(const ndw_plugin&);

/// Debian's libamdhip64, or empty where it is not installed.
std::string installed_runtime();

}  // namespace ndweave::hip::testing

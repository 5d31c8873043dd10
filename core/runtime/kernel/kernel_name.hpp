/// The name of a kernel in errors and reports.
#pragma once

#include "ndweave/detail/kernel_list.hpp"

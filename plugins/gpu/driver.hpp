/// The driver library, opened on first use.
#pragma once

#include "gpu/calls.hpp"
#include "gpu/vendor.hpp"

namespace ndweave::gpu {

/// Opens the library and initialises the driver once per process; NDW_OK, or NDW_NO_DRIVER with the error text set.
/// Tried again on every call until it succeeds.
int open_driver();

/// The functions. Precondition: open_driver() succeeded.
extern calls driver;

}  // namespace ndweave::gpu

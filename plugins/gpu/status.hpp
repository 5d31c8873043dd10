/// What a driver's code means to core. HIP numbers its errors as the CUDA driver does, and adds some.
#pragma once

#include "ndweave/plugin.h"

namespace ndweave::gpu {

ndw_status status_of(int code);

}  // namespace ndweave::gpu

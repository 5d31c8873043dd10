/// Driver codes as ndw_status. HIP's errors have the CUDA driver's numbers, and some of their own.
#pragma once

#include "ndweave/plugin.h"

namespace ndweave::gpu {

ndw_status status_of(int code);

}  // namespace ndweave::gpu

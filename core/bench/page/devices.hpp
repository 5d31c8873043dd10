#pragma once

#include "ndweave/ndweave.hpp"

namespace ndweave::bench {

queue cpu_queue();
/// Throws `unavailable` where there is no OpenCL device that is a CPU.
queue opencl_cpu_queue();

}  // namespace ndweave::bench

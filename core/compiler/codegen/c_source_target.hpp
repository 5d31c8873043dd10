/// The targets that take C source: OpenCL C 1.2, HIP C++ and CUDA C++.
#pragma once

#include "compiler/codegen/target.hpp"

namespace ndweave::compiler {

extern const target opencl_c_target;
extern const target hip_cpp_target;
extern const target cuda_cpp_target;

}  // namespace ndweave::compiler

/// The targets that take C source: OpenCL C 1.2, HIP C++ and CUDA C++.
#pragma once

#include "compiler/codegen/c_source/c_source.hpp"
#include "compiler/codegen/target.hpp"

namespace ndweave::compiler {

extern const target opencl_c_target;
extern const target hip_cpp_target;
extern const target cuda_cpp_target;

/// Makes a kernel that the front hands over ready to be written (write_c_source).
llvm::Error prepare_c_source(llvm::Module& module, compilation& job, c_dialect dialect);

}  // namespace ndweave::compiler

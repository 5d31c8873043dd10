/// The PTX target: NVIDIA GPUs through LLVM's NVPTX back end.
#pragma once

#include "compiler/codegen/target.hpp"

namespace ndweave::compiler {

/// Launch contract of the code: the functor is one by-value argument, basic kernels take their global range behind it,
/// dynamic local memory is the launch's shared memory, blocks have exactly the request's local range.
extern const target ptx_target;

}  // namespace ndweave::compiler

/// Compiled kernels of this process: each key is compiled once, and shared until its last user releases it.
#pragma once

#include <functional>
#include <string_view>

#include "code/artifact.hpp"
#include "compiler/abi.h"

namespace ndweave::code::cache {

/// Throws what acquire_kernel() is to throw.
using compile_function = std::function<entry(const ndw_compile_request&)>;

/// Finds the kernel in this process, else on disk, else compiles it with that `build` of the compiler; then it is on
/// the disk after write_pending(). Thread-safe; threads that ask for the same kernel wait for one compilation. Throws
/// std::runtime_error where its code cannot be loaded.
const ndw_compiled_kernel* acquire_kernel(const ndw_compile_request& request, std::string_view build,
                                          const compile_function& compile);

/// Gives back one acquire_kernel(); the last one unloads the code. Pre: no launch of it is running.
void release_kernel(const ndw_compiled_kernel* kernel);

}  // namespace ndweave::code::cache

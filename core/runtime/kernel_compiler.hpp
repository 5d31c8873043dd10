/// The kernel compiler as the runtime sees it: libndweave-compiler.so, loaded when the first kernel asks for it.
#pragma once

#include <memory>
#include <string>

#include "compiler/abi.h"

namespace ndweave::detail {

/// The compiler's entries. Throws errc::build where the library is not installed beside libndweave.so, cannot be loaded
/// or speaks another version of the seam; the text names the file and what to do.
const ndw_compiler_api& kernel_compiler();

/// What kernel_compiler() would throw, as text; empty where it would not.
const std::string& kernel_compiler_problem();

using compiled_kernel = std::shared_ptr<const ndw_compiled_kernel>;

/// Compiles or finds a kernel. Throws errc::kernel_not_supported where the target cannot run it, else errc::build, with
/// the compiler's text; errc::invalid for what check_environment() refuses.
compiled_kernel compile_kernel(const ndw_compile_request&);

}  // namespace ndweave::detail

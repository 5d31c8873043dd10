/// The kernel compiler as the runtime sees it: libndweave-compiler.so, loaded when the first kernel asks for it.
#pragma once

#include <atomic>
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

/// Keeps what a driver made of code, see ndw_store_binary_fn.
void store_driver_binary(const std::string& identity, const std::string& bytes);

/// Set where something was made that is not yet in the cache on disk.
inline std::atomic<bool> is_cache_behind = false;

void write_cache();

/// Comes behind each launch: a launch that compiles does not wait for a disk.
inline void write_cache_if_behind() {
    if (is_cache_behind.load(std::memory_order_relaxed)) write_cache();
}

}  // namespace ndweave::detail

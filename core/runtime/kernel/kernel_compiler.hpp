/// The runtime's interface to the kernel compiler, libndweave-compiler.so, which is loaded while plugins are probed, or
/// else by the CPU's first queue or the first other device that is opened.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "compiler/abi.h"

namespace ndweave::detail {

/// The compiler's entries. Throws errc::build if the library is not installed beside libndweave.so, cannot be loaded or
/// has another ABI version; the text names the file and what to do.
const ndw_compiler_api& kernel_compiler();

/// The text of what kernel_compiler() would throw; empty if it would not.
const std::string& kernel_compiler_problem();

/// Loads the compiler unless it is loaded, which takes milliseconds: programs time their first launch, not the opening
/// of a device or the CPU's first queue. If it cannot be loaded, the first kernel says so.
void load_kernel_compiler();

/// The same beside the caller, who waits for something else.
void load_kernel_compiler_beside();

/// Does what the CPU's first kernel would wait for, too. Pre: the compiler is loaded.
void prepare_compiler_for_cpu();

using compiled_kernel = std::shared_ptr<const ndw_compiled_kernel>;

/// Compiles a kernel or finds it in the cache. Throws errc::kernel_not_supported if the target cannot run it, else
/// errc::build, with the compiler's text; errc::invalid as check_environment().
compiled_kernel compile_kernel(ndw_compile_request);
/// The same of a request that has the program's SYCL_EXTERNAL functions, in an environment that was checked.
compiled_kernel compile_whole(const ndw_compile_request&);

/// Stores a driver's binary in the cache, see ndw_store_binary_fn.
void store_driver_binary(const std::string& identity, const std::string& bytes);

/// Set if compiled code is not yet in the cache on disk.
inline std::atomic<bool> is_cache_dirty = false;

void write_cache();

/// Called after each launch, so that a launch that compiles does not wait for the disk.
inline void write_cache_if_dirty() {
    if (is_cache_dirty.load(std::memory_order_relaxed)) write_cache();
}

}  // namespace ndweave::detail

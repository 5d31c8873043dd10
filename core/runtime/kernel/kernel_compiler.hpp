/// The runtime's interface to the cache of compiled kernels and to the kernel compiler, libndweave-compiler.so.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>

#include "compiler/abi.h"
#include "ndweave/detail/function_ref.hpp"

namespace ndweave::detail {

/// The compiler's entries. Throws errc::build if the library is not installed beside libndweave.so, cannot be loaded or
/// has another ABI version; the text names the file and what to do.
const ndw_compiler_api& kernel_compiler();

/// The text of what kernel_compiler() would throw; empty if it would not.
const std::string& kernel_compiler_problem();

/// As "LLVM 19.1.7 for znver3", or that there is none. The compiler is loaded where the cache does not say it.
std::string name_of_kernel_compiler();

/// Loads the compiler unless it is loaded, which takes milliseconds: programs time their first launch, not the opening
/// of a device or the CPU's first queue. Not where an earlier run of the program has its kernels in the cache, which
/// most likely need no compiler; nor is it an error where it cannot be loaded: the first kernel says so.
void prepare_kernel_compiler();

/// The same beside the caller, who waits for something else.
void prepare_kernel_compiler_beside();

/// Opens the libraries of vector functions, for which the first kernel of the CPU would wait otherwise.
void open_libraries_of_cpu_kernels();

using compiled_kernel = std::shared_ptr<const ndw_compiled_kernel>;

/// Compiles a kernel or finds it in the cache. `if_not_kept` is called where no earlier run has left it there: before
/// it is compiled or, where another thread did that, behind. Throws errc::kernel_not_supported if the target cannot run
/// it, else errc::build, with the compiler's text; errc::invalid as check_environment().
compiled_kernel compile_kernel(ndw_compile_request, function_ref<void()> if_not_kept = [] {});
/// The same of a request that has the program's SYCL_EXTERNAL functions, in an environment that was checked.
compiled_kernel compile_whole(const ndw_compile_request&, function_ref<void()> if_not_kept = [] {});

/// What a driver made of code, kept in the disk cache like compiled kernels. `identity` says everything that the binary
/// depends on: the code, its build options, device and driver. Loading gives nothing where none is kept or it is
/// damaged. What cannot be written is not kept.
std::optional<std::string> load_driver_binary(const std::string& identity);
void store_driver_binary(const std::string& identity, const std::string& bytes);

/// Set if compiled code is not yet in the cache on disk.
inline std::atomic<bool> is_cache_dirty = false;

void write_cache();

/// Called after each launch, so that a launch that compiles does not wait for the disk.
inline void write_cache_if_dirty() {
    if (is_cache_dirty.load(std::memory_order_relaxed)) write_cache();
}

}  // namespace ndweave::detail

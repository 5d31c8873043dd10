#include "runtime/kernel/kernel_compiler.hpp"

#include <dlfcn.h>

#include <atomic>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "code/cache/disk.hpp"
#include "code/cache/driver_binaries.hpp"
#include "code/cache/kernel_cache.hpp"
#include "code/cache/pending_entries.hpp"
#include "code/compile_by.hpp"
#include "code/library_symbols.hpp"
#include "code/precompiled/archive.hpp"
#include "code/processor.hpp"
#include "ndweave/exception.hpp"
#include "ndweave/reports/compiler_report.hpp"
#include "runtime/background.hpp"
#include "runtime/environment/environment.hpp"
#include "runtime/environment/library_directory.hpp"
#include "runtime/environment/program_identity.hpp"
#include "runtime/fork_locks.hpp"
#include "runtime/kernel/background/compile_ahead.hpp"
#include "runtime/kernel/external_functions.hpp"
#include "support/build_id.hpp"

namespace ndweave {
namespace detail {

namespace cache = code::cache;

namespace {

/// The result of loading: the entries or the reason for their absence, and the path that was tried.
struct loaded_compiler {
    std::string path;
    const ndw_compiler_api* api = nullptr;
    std::string problem;
};

std::string path_of_compiler() {
    const std::string directory = library_directory();
    return (directory.empty() ? "" : directory + "/") + "libndweave-compiler.so." NDWEAVE_ABI;
}

/// Of the library that is or would be loaded, which is looked into for it: a kernel in the cache needs no more of it.
const std::string& build_of_compiler() {
    static const std::string& build = *new std::string(support::build_id_of_file(path_of_compiler()));
    return build;
}

loaded_compiler load() {
    const std::string path = path_of_compiler();
    // Never closed: the entries must stay valid as long as any kernel lives.
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char* error = dlerror();
        return {path, nullptr,
                "the kernel compiler " + path + " cannot be loaded: " + std::string(error ? error : "no reason") +
                    "; install it beside libndweave.so." NDWEAVE_ABI ", or build with NDWEAVE_KERNEL_COMPILER=ON"};
    }
    const auto* api = static_cast<const ndw_compiler_api*>(dlsym(library, "ndw_compiler"));
    if (!api || api->abi_version != NDW_COMPILER_ABI_VERSION || api->struct_size < sizeof(ndw_compiler_api)) {
        return {
            path, nullptr,
            "the kernel compiler " + path + " is of another version than libndweave.so: install both from one build"};
    }
    return {path, api, {}};
}

std::shared_mutex compiling;  // shared by whoever uses the cache or the compiler, held exclusively by forks alone
std::mutex loading;

[[gnu::constructor]] void hold_at_forks() {
    hold_while_forking(fork_lock::compiling, compiling);
    hold_while_forking(fork_lock::loading, loading);
}

/// Never destroyed: kernels of static objects outlive it.
constinit std::atomic<const loaded_compiler*> loaded = nullptr;

const loaded_compiler& compiler() {
    if (const loaded_compiler* const c = loaded.load(std::memory_order_acquire)) return *c;
    const std::lock_guard lock(loading);
    if (!loaded.load(std::memory_order_relaxed)) loaded.store(new loaded_compiler(load()), std::memory_order_release);
    return *loaded.load(std::memory_order_relaxed);
}

void release(const ndw_compiled_kernel* kernel) {
    const std::shared_lock lock(compiling);
    cache::release_kernel(kernel);
}

/// The executable, as it is now, where its kernels are in the cache. Empty where the system does not tell.
std::string identity_of_program() {
    const std::string program = program_identity();
    return program.empty() ? "" : "kernels in the cache\nprogram " + program;
}

/// Whether an earlier run of this program has put what it compiled into the cache: most likely nothing is to be
/// compiled.
bool has_run_before() {
    const std::shared_lock lock(compiling);
    if (code::precompiled::archive::of_program()) return true;
    const std::string program = identity_of_program();
    return !program.empty() && cache::load_driver_binary(cache::directory(), build_of_compiler(), program).has_value();
}

void note_run() {
    static std::atomic<bool> is_noted = false;
    if (is_noted.exchange(true)) return;
    if (const std::string program = identity_of_program(); !program.empty())
        cache::store_driver_binary(cache::directory(), build_of_compiler(), program, "1");
}

[[noreturn]] void throw_failure(int status, const std::string& text) {
    throw exception(status == NDW_COMPILE_UNSUPPORTED ? errc::kernel_not_supported : errc::build, text);
}

code::entry compile(const ndw_compile_request& request) {
    code::compile_result result = code::compile_by(kernel_compiler(), request);
    if (result.status != NDW_COMPILE_OK) throw_failure(result.status, result.error);
    return std::move(result.made);
}

}  // namespace

const ndw_compiler_api& kernel_compiler() {
    const loaded_compiler& c = compiler();
    if (!c.api) throw exception(errc::build, c.problem);
    return *c.api;
}

std::string name_of_kernel_compiler() {
    const std::string identity = "kernel compiler's name\nprocessor " + code::processor_identity() + "named " +
                                 environment_value("NDWEAVE_CPU_NAME");
    if (const std::optional<std::string> known = load_driver_binary(identity)) return *known;
    if (!kernel_compiler_problem().empty()) return "no kernel compiler";
    const std::string name =
        std::string("LLVM ") + kernel_compiler().llvm_version + " for " + kernel_compiler().host_cpu;
    store_driver_binary(identity, name);
    return name;
}

void prepare_kernel_compiler() {
    static std::atomic<bool> is_cached = false;  // queues are made more often than programs change
    if (loaded.load(std::memory_order_relaxed) || is_cached.load(std::memory_order_relaxed)) return;
    if (has_run_before()) {
        is_cached.store(true, std::memory_order_relaxed);
    } else {
        compiler();
    }
}

void prepare_kernel_compiler_beside() {
    if (!loaded.load(std::memory_order_relaxed)) run_beside(prepare_kernel_compiler);
}

void open_libraries_of_cpu_kernels() {
    const std::shared_lock lock(compiling);
    code::open_vector_libraries();
}

const std::string& kernel_compiler_problem() { return compiler().problem; }

compiled_kernel compile_kernel(ndw_compile_request request, function_ref<void()> if_not_kept) {
    check_environment();
    const std::vector<ndw_external_function> externals = external_functions();
    request.externals = externals.data();
    request.external_count = static_cast<std::uint32_t>(externals.size());
    const launch_count one_waits(launch_count::waits);
    return compile_whole(request, if_not_kept);
}

compiled_kernel compile_whole(const ndw_compile_request& request, function_ref<void()> if_not_kept) {
    const std::shared_lock lock(compiling);
    const ndw_compiled_kernel* kernel = nullptr;
    bool is_compiled_here = false;
    try {
        kernel = cache::acquire_kernel(request, build_of_compiler(), [&](const ndw_compile_request& r) {
            if_not_kept();
            is_compiled_here = true;
            const launch_count one_compiles(launch_count::compiles);
            return compile(r);
        });
    } catch (const exception&) {
        throw;
    } catch (const std::runtime_error& e) {
        throw_failure(NDW_COMPILE_FAILED,
                      "kernel '" + std::string(request.kernel_name) + "' cannot be loaded: " + e.what());
    }
    if (!kernel->cache_hit) {
        if (!is_compiled_here) if_not_kept();
        note_run();
        is_cache_dirty = true;
    }
    return {kernel, release};
}

std::optional<std::string> load_driver_binary(const std::string& identity) {
    const std::shared_lock lock(compiling);
    return cache::load_driver_binary(cache::directory(), build_of_compiler(), identity);
}

void store_driver_binary(const std::string& identity, const std::string& bytes) {
    const std::shared_lock lock(compiling);
    cache::store_driver_binary(cache::directory(), build_of_compiler(), identity, bytes);
    is_cache_dirty = true;
}

void write_cache() {
    const std::shared_lock lock(compiling);
    if (is_cache_dirty.exchange(false)) cache::write_pending();
}

}  // namespace detail

compiler_report kernel_compiler_report() {
    const detail::loaded_compiler& c = detail::compiler();
    if (!c.api) return {c.path, "", "", c.problem};
    return {c.path, c.api->llvm_version, c.api->host_cpu, ""};
}

}  // namespace ndweave

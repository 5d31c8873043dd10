#include "runtime/kernel/kernel_compiler.hpp"

#include <dlfcn.h>

#include <atomic>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <vector>

#include "ndweave/exception.hpp"
#include "ndweave/reports/compiler_report.hpp"
#include "runtime/background.hpp"
#include "runtime/environment/environment.hpp"
#include "runtime/environment/library_directory.hpp"
#include "runtime/fork_locks.hpp"
#include "runtime/kernel/external_functions.hpp"

namespace ndweave {
namespace detail {
namespace {

/// The result of loading: the entries or the reason for their absence, and the path that was tried.
struct loaded_compiler {
    std::string path;
    const ndw_compiler_api* api = nullptr;
    std::string problem;
};

loaded_compiler load() {
    const std::string directory = library_directory();
    const std::string path = (directory.empty() ? "" : directory + "/") + "libndweave-compiler.so";
    // Never closed: the entries must stay valid as long as any kernel lives.
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char* error = dlerror();
        return {path, nullptr,
                "the kernel compiler " + path + " cannot be loaded: " + std::string(error ? error : "no reason") +
                    "; install it beside libndweave.so, or build with NDWEAVE_KERNEL_COMPILER=ON"};
    }
    const auto* api = static_cast<const ndw_compiler_api*>(dlsym(library, "ndw_compiler"));
    if (!api || api->abi_version != NDW_COMPILER_ABI_VERSION || api->struct_size < sizeof(ndw_compiler_api)) {
        return {
            path, nullptr,
            "the kernel compiler " + path + " is of another version than libndweave.so: install both from one build"};
    }
    return {path, api, {}};
}

std::shared_mutex compiling;  // shared by compilations, held exclusively while the compiler is loaded

[[gnu::constructor]] void hold_at_forks() { hold_while_forking(fork_lock::compiling, compiling); }

/// Never destroyed: kernels of static objects outlive it.
constinit std::atomic<const loaded_compiler*> loaded = nullptr;

const loaded_compiler& compiler() {
    if (const loaded_compiler* const c = loaded.load(std::memory_order_acquire)) return *c;
    const std::lock_guard lock(compiling);
    if (!loaded.load(std::memory_order_relaxed)) loaded.store(new loaded_compiler(load()), std::memory_order_release);
    return *loaded.load(std::memory_order_relaxed);
}

void release(const ndw_compiled_kernel* kernel) {
    const std::shared_lock lock(compiling);
    compiler().api->release(kernel);
}

}  // namespace

const ndw_compiler_api& kernel_compiler() {
    const loaded_compiler& c = compiler();
    if (!c.api) throw exception(errc::build, c.problem);
    return *c.api;
}

void load_kernel_compiler() { compiler(); }

void load_kernel_compiler_beside() {
    if (!loaded.load(std::memory_order_relaxed)) run_beside(load_kernel_compiler);
}

void prepare_compiler_for_cpu() {
    if (!compiler().api) return;
    const std::shared_lock lock(compiling);
    compiler().api->prepare_host();
}

const std::string& kernel_compiler_problem() { return compiler().problem; }

compiled_kernel compile_kernel(ndw_compile_request request) {
    check_environment();
    const std::vector<ndw_external_function> externals = external_functions();
    request.externals = externals.data();
    request.external_count = static_cast<std::uint32_t>(externals.size());
    return compile_whole(request);
}

compiled_kernel compile_whole(const ndw_compile_request& request) {
    const ndw_compiler_api& api = kernel_compiler();
    const std::shared_lock lock(compiling);
    const ndw_compiled_kernel* kernel = nullptr;
    char* error = nullptr;
    const int status = api.compile(&request, &kernel, &error);
    if (status == NDW_COMPILE_OK) {
        if (!kernel->cache_hit) is_cache_dirty = true;
        return {kernel, release};
    }
    const std::string text = error ? error : "the kernel compiler failed and gave no reason";
    if (error) api.free_error(error);
    throw exception(status == NDW_COMPILE_UNSUPPORTED ? errc::kernel_not_supported : errc::build, text);
}

void store_driver_binary(const std::string& identity, const std::string& bytes) {
    const ndw_compiler_api& api = kernel_compiler();
    const std::shared_lock lock(compiling);
    api.store_binary(identity.c_str(), bytes.data(), bytes.size());
    is_cache_dirty = true;
}

void write_cache() {
    const ndw_compiler_api& api = kernel_compiler();
    const std::shared_lock lock(compiling);
    if (is_cache_dirty.exchange(false)) api.write_cache();
}

}  // namespace detail

compiler_report kernel_compiler_report() {
    const detail::loaded_compiler& c = detail::compiler();
    if (!c.api) return {c.path, "", "", c.problem};
    return {c.path, c.api->llvm_version, c.api->host_cpu, ""};
}

}  // namespace ndweave

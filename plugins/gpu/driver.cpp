#include "gpu/driver.hpp"

#include <dlfcn.h>

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <string>

#include "gpu/error.hpp"

namespace ndweave::gpu {

calls driver;

namespace {

std::atomic<bool> ready{false};
std::mutex opening;

/// The file named by the environment variable, if it is set; never in set-user-id programs.
const char* named_library() {
    const char* path = this_vendor.library_variable ? secure_getenv(this_vendor.library_variable) : nullptr;
    return path && *path ? path : nullptr;
}

void* open_library(std::string& why) {
    if (const char* path = named_library()) {
        if (void* library = *path == '/' ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : nullptr) return library;
        const char* reason = *path == '/' ? dlerror() : "not an absolute path";
        why = std::string(this_vendor.library_variable) + "=" + path + ": " + (reason ? reason : "no reason given");
        return nullptr;
    }
    for (const char* const* name = this_vendor.libraries; *name; ++name) {
        if (void* library = dlopen(*name, RTLD_NOW | RTLD_LOCAL)) return library;
        const char* reason = dlerror();
        if (!why.empty()) why += "; ";
        why += reason ? reason : *name;
    }
    return nullptr;
}

/// The first function that `library` lacks, or null.
const char* resolve(void* library) {
#define NDW_GPU_RESOLVE(name, cuda, hip, parameters)                                   \
    {                                                                                  \
        const char* symbol = this_vendor.cuda_symbols ? cuda : hip;                    \
        driver.name = reinterpret_cast<decltype(driver.name)>(dlsym(library, symbol)); \
        if (!driver.name) return symbol;                                               \
    }
    NDW_GPU_CALLS(NDW_GPU_RESOLVE)
#undef NDW_GPU_RESOLVE
    return this_vendor.resolve(library);
}

/// Opens the library and resolves its functions, for good.
int load_driver() {
    static bool loaded = false;
    if (loaded) return NDW_OK;
    if (this_vendor.admit) {
        if (const int status = this_vendor.admit(named_library())) return status;
    }
    std::string why;
    void* library = open_library(why);
    if (!library) return fail(NDW_NO_DRIVER, "the driver library was not found (" + why + "): " + this_vendor.advice);
    if (const char* missing = resolve(library)) {
        dlclose(library);
        return fail(NDW_NO_DRIVER,
                    std::string("the driver is too old: it has no ") + missing + ": " + this_vendor.advice);
    }
    loaded = true;
    return NDW_OK;
}

}  // namespace

int open_driver() {
    if (ready.load(std::memory_order_acquire)) return NDW_OK;
    const std::lock_guard lock(opening);
    if (ready.load(std::memory_order_relaxed)) return NDW_OK;
    if (const int status = load_driver()) return status;
    if (const int code = driver.initialise(0)) {
        const int failure = check(code, "initialising the driver");
        return failure == NDW_NO_DEVICE ? NDW_NO_DEVICE : NDW_NO_DRIVER;
    }
    ready.store(true, std::memory_order_release);
    return NDW_OK;
}

}  // namespace ndweave::gpu

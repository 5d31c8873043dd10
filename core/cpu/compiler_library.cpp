#include "cpu/compiler_library.hpp"

#include <dlfcn.h>

namespace ndweave::detail {
namespace {

struct loaded_compiler {
    const ndw_compiler_api* api = nullptr;
    std::string problem;
};

/// The folder of the shared object that this function is part of, with a slash at its end.
std::string own_folder() {
    Dl_info info{};
    if (!dladdr(reinterpret_cast<const void*>(&kernel_compiler), &info) || !info.dli_fname) return "./";
    const std::string path = info.dli_fname;
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "./" : path.substr(0, slash + 1);
}

loaded_compiler load_compiler() {
    const std::string path = own_folder() + "libndweave-compiler.so";
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char* reason = dlerror();
        return {nullptr, "the kernel compiler " + path + " cannot be loaded: " + (reason ? reason : "unknown reason")};
    }
    const auto* api = static_cast<const ndw_compiler_api*>(dlsym(library, "ndw_compiler"));
    if (!api) return {nullptr, "the kernel compiler " + path + " does not export ndw_compiler"};
    if (api->abi_version != NDW_COMPILER_ABI_VERSION || api->struct_size < sizeof(ndw_compiler_api)) {
        return {nullptr, "the kernel compiler " + path + " has interface version " + std::to_string(api->abi_version) +
                             ", this library needs " + std::to_string(NDW_COMPILER_ABI_VERSION) +
                             ": install both from one release"};
    }
    return {api, ""};
}

const loaded_compiler& compiler() {
    static const loaded_compiler* const loaded = new loaded_compiler(load_compiler());
    return *loaded;
}

}  // namespace

const ndw_compiler_api* kernel_compiler() { return compiler().api; }
const std::string& compiler_problem() { return compiler().problem; }

}  // namespace ndweave::detail

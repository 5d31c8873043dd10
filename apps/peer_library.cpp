#include "peer_library.hpp"

#include <dlfcn.h>

#include <filesystem>

#include "app.hpp"

namespace ndweave::apps {
namespace {

std::filesystem::path library_of(const std::string& app, const std::string& model) {
    std::error_code ignored;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", ignored);
    return program.parent_path().parent_path() / "lib" / "ndweave" / ("ndweave-peer-" + app + "-" + model + ".so");
}

}  // namespace

bool has_peer_library(const std::string& app, const std::string& model) {
    std::error_code ignored;
    return std::filesystem::exists(library_of(app, model), ignored);
}

const void* load_peer(const std::string& app, const std::string& model) {
    void* const library = dlopen(library_of(app, model).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) throw unavailable(dlerror());
    const void* const table = dlsym(library, "ndweave_peer");
    if (!table) throw unavailable(dlerror());
    return table;
}

std::string linked_peer_missing() {
#ifdef NDWEAVE_PEER_ARCH
    if (!__builtin_cpu_supports(NDWEAVE_PEER_ARCH))
        return "it was compiled for processors with " NDWEAVE_PEER_ARCH
               ", which this one is not: build on this machine";
#endif
    return "";
}

std::string cuda_peer_missing(const std::string& app) {
    if (!has_peer_library(app, "cuda")) {
        return "the CUDA C++ version of " + app + " needs nvcc to be built (there is no " +
               library_of(app, "cuda").filename().string() +
               "): build where the CUDA toolkit is, or call ci/gpu.sh run there";
    }
    void* const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!driver) return "the CUDA C++ version of " + app + " needs the NVIDIA driver (libcuda.so.1)";
    dlclose(driver);
    return "";
}

const void* load_cuda_peer(const std::string& app) {
    if (const std::string reason = cuda_peer_missing(app); !reason.empty()) throw unavailable(reason);
    return load_peer(app, "cuda");
}

}  // namespace ndweave::apps

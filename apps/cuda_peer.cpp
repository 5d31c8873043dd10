#include "cuda_peer.hpp"

#include <dlfcn.h>

#include <filesystem>

#include "app.hpp"

namespace ndweave::apps {
namespace {

std::filesystem::path library_of(const std::string& app) {
    std::error_code ignored;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", ignored);
    return program.parent_path().parent_path() / "lib" / "ndweave" / ("ndweave-peer-" + app + "-cuda.so");
}

}  // namespace

std::string cuda_peer_missing(const std::string& app) {
    const std::filesystem::path library = library_of(app);
    if (!std::filesystem::exists(library)) {
        return "the CUDA C++ version of " + app + " needs nvcc to be built (there is no " +
               library.filename().string() + "): build where the CUDA toolkit is, or call ci/gpu.sh run there";
    }
    void* const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!driver) return "the CUDA C++ version of " + app + " needs the NVIDIA driver (libcuda.so.1)";
    dlclose(driver);
    return "";
}

const void* load_cuda_peer(const std::string& app) {
    if (const std::string reason = cuda_peer_missing(app); !reason.empty()) throw unavailable(reason);
    void* const library = dlopen(library_of(app).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) throw unavailable(dlerror());
    const void* const table = dlsym(library, "ndweave_peer");
    if (!table) throw unavailable(dlerror());
    return table;
}

}  // namespace ndweave::apps

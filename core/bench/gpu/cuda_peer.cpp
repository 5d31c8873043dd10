#include "cuda_peer.hpp"

#include <dlfcn.h>

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace ndweave::bench {
namespace {

void check(int code, const char* call) {
    if (code) throw std::runtime_error(std::string(call) + " failed with " + std::to_string(code));
}

template <class F>
void resolve(void* library, F& function, const char* name) {
    function = reinterpret_cast<F>(dlsym(library, name));
    if (!function) throw std::runtime_error(std::string("libcuda.so.1 has no ") + name);
}

}  // namespace

cuda_peer::cuda_peer(const std::string& module_path) {
    void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) throw std::runtime_error(dlerror());
    resolve(library, driver_.init, "cuInit");
    resolve(library, driver_.retain, "cuDevicePrimaryCtxRetain");
    resolve(library, driver_.set_current, "cuCtxSetCurrent");
    resolve(library, driver_.load, "cuModuleLoadData");
    resolve(library, driver_.get, "cuModuleGetFunction");
    resolve(library, driver_.launch, "cuLaunchKernel");
    resolve(library, driver_.wait, "cuCtxSynchronize");
    std::ifstream file(module_path, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    if (text.empty()) throw std::runtime_error(module_path + " cannot be read");
    void* context = nullptr;
    check(driver_.init(0), "cuInit");
    check(driver_.retain(&context, 0), "cuDevicePrimaryCtxRetain");
    check(driver_.set_current(context), "cuCtxSetCurrent");
    check(driver_.load(&module_, text.c_str()), "cuModuleLoadData");
}

void* cuda_peer::kernel(const char* name) const {
    void* function = nullptr;
    check(driver_.get(&function, module_, name), name);
    return function;
}

void cuda_peer::launch(void* kernel, std::array<unsigned, 3> grid, std::array<unsigned, 3> block,
                       void** arguments) const {
    check(
        driver_.launch(kernel, grid[0], grid[1], grid[2], block[0], block[1], block[2], 0, nullptr, arguments, nullptr),
        "cuLaunchKernel");
}

void cuda_peer::wait() const { check(driver_.wait(), "cuCtxSynchronize"); }

}  // namespace ndweave::bench

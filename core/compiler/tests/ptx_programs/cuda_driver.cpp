#include "cuda_driver.hpp"

#include <dlfcn.h>

#include <vector>

namespace ndweave::compiler::testing {

namespace {

// Declarations are our own, after the CUDA Driver API reference; no SDK is needed.
#define NDW_CUDA_CALLS(X)                                                                                     \
    X(initialize, "cuInit", (unsigned flags))                                                                 \
    X(error_name, "cuGetErrorName", (int code, const char** text))                                            \
    X(driver_version, "cuDriverGetVersion", (int* version))                                                   \
    X(device_get, "cuDeviceGet", (int* device, int ordinal))                                                  \
    X(device_name, "cuDeviceGetName", (char* name, int bytes, int device))                                    \
    X(device_attribute, "cuDeviceGetAttribute", (int* value, int attribute, int device))                      \
    X(retain, "cuDevicePrimaryCtxRetain", (void** context, int device))                                       \
    X(set_current, "cuCtxSetCurrent", (void* context))                                                        \
    X(synchronize, "cuCtxSynchronize", ())                                                                    \
    X(allocate, "cuMemAlloc_v2", (std::uint64_t* address, std::size_t bytes))                                 \
    X(copy_to, "cuMemcpyHtoD_v2", (std::uint64_t to, const void* from, std::size_t bytes))                    \
    X(copy_from, "cuMemcpyDtoH_v2", (void* to, std::uint64_t from, std::size_t bytes))                        \
    X(fill, "cuMemsetD8_v2", (std::uint64_t to, unsigned char value, std::size_t bytes))                      \
    X(load, "cuModuleLoadDataEx", (void** module, const void*, unsigned count, int* options, void** values))  \
    X(unload, "cuModuleUnload", (void* module))                                                               \
    X(function, "cuModuleGetFunction", (void** function, void* module, const char* name))                     \
    X(launch, "cuLaunchKernel",                                                                               \
      (void* function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, \
       unsigned block_z, unsigned shared_bytes, void* stream, void** arguments, void** extra))

struct {
#define NDW_CUDA_MEMBER(name, symbol, parameters) int(*name) parameters = nullptr;
    NDW_CUDA_CALLS(NDW_CUDA_MEMBER)
#undef NDW_CUDA_MEMBER
} cuda;

void resolve() {
    void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) throw std::runtime_error(std::string("no CUDA driver: ") + dlerror());
#define NDW_CUDA_RESOLVE(name, symbol, parameters)                             \
    cuda.name = reinterpret_cast<decltype(cuda.name)>(dlsym(library, symbol)); \
    if (!cuda.name) throw std::runtime_error("libcuda.so.1 has no " symbol);
    NDW_CUDA_CALLS(NDW_CUDA_RESOLVE)
#undef NDW_CUDA_RESOLVE
}

std::string words(int code) {
    const char* name = nullptr;
    cuda.error_name(code, &name);
    return std::string(name ? name : "unknown error") + " (" + std::to_string(code) + ")";
}

void check(int code, const char* call) {
    if (code != 0) throw std::runtime_error(std::string(call) + ": " + words(code));
}

int capability(int device) {
    constexpr int major = 75, minor = 76;  // CUdevice_attribute
    int value[2] = {};
    check(cuda.device_attribute(&value[0], major, device), "cuDeviceGetAttribute");
    check(cuda.device_attribute(&value[1], minor, device), "cuDeviceGetAttribute");
    return value[0] * 10 + value[1];
}

}  // namespace

cuda_driver::cuda_driver() {
    resolve();
    check(cuda.initialize(0), "cuInit");
    check(cuda.device_get(&device_, 0), "cuDeviceGet");
    if (capability(device_) < 90) throw std::runtime_error(name() + ": the programs are for sm_90 and later");
    void* context = nullptr;
    check(cuda.retain(&context, device_), "cuDevicePrimaryCtxRetain");
    check(cuda.set_current(context), "cuCtxSetCurrent");
    check(cuda.allocate(&in_, sizeof(ptx_memory)), "cuMemAlloc");
    check(cuda.allocate(&out_, sizeof(ptx_memory)), "cuMemAlloc");
}

std::string cuda_driver::name() const {
    char text[256] = {};
    int version = 0;
    check(cuda.device_name(text, sizeof text, device_), "cuDeviceGetName");
    check(cuda.driver_version(&version), "cuDriverGetVersion");
    return std::string(text) + ", CUDA " + std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

cuda_driver::module::module(const cuda_driver& driver, const std::string& ptx) : driver_(driver) {
    constexpr int error_log = 5, error_log_bytes = 6;  // CUjit_option
    std::vector<char> log(16384);
    int options[] = {error_log, error_log_bytes};
    void* values[] = {log.data(), reinterpret_cast<void*>(log.size() - 1)};
    const int code = cuda.load(&handle_, ptx.c_str(), 2, options, values);
    if (code != 0) throw not_assembled(words(code) + ": " + std::string(log.data()).substr(0, 400));
}

cuda_driver::module::~module() {
    if (handle_) cuda.unload(handle_);
}

ptx_memory cuda_driver::module::run(unsigned index, const ptx_memory& in) const {
    void* function = nullptr;
    check(cuda.function(&function, handle_, ("k" + std::to_string(index)).c_str()), "cuModuleGetFunction");
    check(cuda.copy_to(driver_.in_, in.data(), sizeof in), "cuMemcpyHtoD");
    check(cuda.fill(driver_.out_, 0, sizeof in), "cuMemsetD8");
    std::uint64_t addresses[] = {driver_.in_, driver_.out_};
    void* arguments[] = {&addresses[0], &addresses[1]};
    check(cuda.launch(function, 1, 1, 1, ptx_threads, 1, 1, 0, nullptr, arguments, nullptr), "cuLaunchKernel");
    check(cuda.synchronize(), "cuCtxSynchronize");
    ptx_memory out;
    check(cuda.copy_from(out.data(), driver_.out_, sizeof out), "cuMemcpyDtoH");
    return out;
}

}  // namespace ndweave::compiler::testing

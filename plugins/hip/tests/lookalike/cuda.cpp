#include "cuda.hpp"

#include <dlfcn.h>

#include <initializer_list>

namespace lookalike {
namespace {

template <class Function>
bool resolve(void* library, Function& function, const char* name) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

const cuda_driver* open_cuda() {
    static cuda_driver c;
    void* library = cuda_library();
    const bool whole =
        library && resolve(library, c.init, "cuInit") && resolve(library, c.error_name, "cuGetErrorName") &&
        resolve(library, c.error_text, "cuGetErrorString") && resolve(library, c.device_name, "cuDeviceGetName") &&
        resolve(library, c.attribute, "cuDeviceGetAttribute") &&
        resolve(library, c.retain, "cuDevicePrimaryCtxRetain") && resolve(library, c.set_current, "cuCtxSetCurrent") &&
        resolve(library, c.peer_attribute, "cuDeviceGetP2PAttribute") &&
        resolve(library, c.enable_peer, "cuCtxEnablePeerAccess") &&
        resolve(library, c.disable_peer, "cuCtxDisablePeerAccess") && resolve(library, c.copy, "cuMemcpyAsync") &&
        resolve(library, c.load_data, "cuModuleLoadData") &&
        resolve(library, c.function_attribute, "cuFuncGetAttribute") &&
        resolve(library, c.set_function_attribute, "cuFuncSetAttribute") &&
        resolve(library, c.launch, "cuLaunchKernel");
    return whole ? &c : nullptr;
}

void* open_nvrtc() {
    for (const char* name : {"libnvrtc.so.13", "libnvrtc.so.12", "/usr/local/cuda/lib64/libnvrtc.so.13",
                             "/usr/local/cuda/lib64/libnvrtc.so.12"}) {
        if (void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
    }
    return nullptr;
}

const nvrtc* open_compiler() {
    static nvrtc c;
    void* library = open_nvrtc();
    const bool whole =
        library && resolve(library, c.create, "nvrtcCreateProgram") &&
        resolve(library, c.destroy, "nvrtcDestroyProgram") && resolve(library, c.compile, "nvrtcCompileProgram") &&
        resolve(library, c.log_size, "nvrtcGetProgramLogSize") && resolve(library, c.log, "nvrtcGetProgramLog") &&
        resolve(library, c.code_size, "nvrtcGetPTXSize") && resolve(library, c.code, "nvrtcGetPTX") &&
        resolve(library, c.error_text, "nvrtcGetErrorString");
    return whole ? &c : nullptr;
}

}  // namespace

void* cuda_library() {
    static void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    return library;
}

const cuda_driver* cuda() {
    static const cuda_driver* const driver = open_cuda();
    return driver;
}

const nvrtc* compiler() {
    static const nvrtc* const opened = open_compiler();
    return opened;
}

}  // namespace lookalike

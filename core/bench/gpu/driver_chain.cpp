#include "driver_chain.hpp"

#include <dlfcn.h>

#include <stdexcept>
#include <string>

namespace ndweave::bench {
namespace {

constexpr const char* counting_kernel = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry count(.param .u64 at) {
    .reg .b64 %a;
    .reg .b32 %n;
    ld.param.u64 %a, [at];
    ld.global.u32 %n, [%a];
    add.u32 %n, %n, 1;
    st.global.u32 [%a], %n;
    ret;
})";

constexpr unsigned non_blocking_stream = 1, event_without_timing = 2;

template <class... Arguments>
auto resolve(const char* name) {
    static void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) throw std::runtime_error("there is no libcuda.so.1");
    const auto function = reinterpret_cast<int (*)(Arguments...)>(dlsym(library, name));
    if (!function) throw std::runtime_error(std::string("libcuda.so.1 has no ") + name);
    return function;
}

/// Calls a function of the driver by its name. Throws std::runtime_error with its code.
template <class... Arguments>
void call(const char* name, Arguments... arguments) {
    if (const int code = resolve<Arguments...>(name)(arguments...)) {
        throw std::runtime_error(std::string(name) + " failed with " + std::to_string(code));
    }
}

}  // namespace

driver_chain::driver_chain(int first, int second) : ends_{open(first), open(second)} {}

driver_chain::end driver_chain::open(int device) {
    end e{};
    void* module = nullptr;
    call("cuInit", 0u);
    call("cuDevicePrimaryCtxRetain", &e.context, device);
    call("cuCtxSetCurrent", e.context);
    call("cuStreamCreate", &e.stream, non_blocking_stream);
    call("cuEventCreate", &e.event, event_without_timing);
    call("cuModuleLoadData", &module, static_cast<const void*>(counting_kernel));
    call("cuModuleGetFunction", &e.kernel, module, "count");
    call("cuMemAlloc_v2", &e.count, sizeof(unsigned));
    call("cuMemsetD32_v2", e.count, 0u, std::size_t{1});
    return e;
}

void driver_chain::run(int kernels) {
    static const auto set_current = resolve<void*>("cuCtxSetCurrent");
    static const auto wait = resolve<void*, void*, unsigned>("cuStreamWaitEvent");
    static const auto record = resolve<void*, void*>("cuEventRecord");
    static const auto launch =
        resolve<void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**, void**>(
            "cuLaunchKernel");
    int failures = 0;
    for (int k = 0; k < kernels; ++k) {
        end &here = ends_[k % 2], &there = ends_[(k + 1) % 2];
        failures += set_current(here.context) != 0;
        if (k > 0) failures += wait(here.stream, there.event, 0) != 0;
        void* arguments[] = {&here.count};
        failures += launch(here.kernel, 1, 1, 1, 1, 1, 1, 0, here.stream, arguments, nullptr) != 0;
        failures += record(here.event, here.stream) != 0;
    }
    if (failures != 0) throw std::runtime_error("a call of CUDA's driver failed");
    for (end& e : ends_) call("cuStreamSynchronize", e.stream);
}

std::array<unsigned, 2> driver_chain::counts() {
    std::array<unsigned, 2> seen{};
    for (std::size_t n = 0; n < ends_.size(); ++n) {
        call("cuCtxSetCurrent", ends_[n].context);
        call("cuMemcpyDtoH_v2", static_cast<void*>(&seen[n]), ends_[n].count, sizeof(unsigned));
    }
    return seen;
}

}  // namespace ndweave::bench

#include "compiler/tests/c_source/opencl.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <functional>
#include <vector>

namespace ndweave::compiler::testing {
namespace {

// The few entry points of OpenCL 2.0 that a run needs, with handles as void pointers (Khronos' CL/cl.h).
constexpr std::uint64_t device_type_all = 0xFFFFFFFF;
constexpr std::uint32_t program_build_log = 0x1183;
constexpr std::uint64_t memory_read_write = 1;

struct api {
    int (*platforms)(std::uint32_t, void**, std::uint32_t*);
    int (*devices)(void*, std::uint64_t, std::uint32_t, void**, std::uint32_t*);
    void* (*context)(const std::intptr_t*, std::uint32_t, void* const*, void*, void*, int*);
    void* (*queue)(void*, void*, std::uint64_t, int*);
    void* (*allocate)(void*, std::uint64_t, std::size_t, std::uint32_t);
    void (*release)(void*, void*);
    void* (*program)(void*, std::uint32_t, const char**, const std::size_t*, int*);
    int (*build)(void*, std::uint32_t, void* const*, const char*, void*, void*);
    int (*build_info)(void*, void*, std::uint32_t, std::size_t, void*, std::size_t*);
    void* (*kernel)(void*, const char*, int*);
    int (*argument)(void*, std::uint32_t, std::size_t, const void*);
    int (*pointer)(void*, std::uint32_t, const void*);
    int (*launch)(void*, void*, std::uint32_t, const std::size_t*, const std::size_t*, const std::size_t*,
                  std::uint32_t, void*, void*);
    int (*finish)(void*);
};

template <class F>
bool load(void* library, const char* name, F& function) {
    function = reinterpret_cast<F>(::dlsym(library, name));
    return function != nullptr;
}

const api* opencl() {
    static api a;
    static const bool found = [] {
        void* l = ::dlopen("libOpenCL.so.1", RTLD_NOW);
        return l && load(l, "clGetPlatformIDs", a.platforms) && load(l, "clGetDeviceIDs", a.devices) &&
               load(l, "clCreateContext", a.context) && load(l, "clCreateCommandQueue", a.queue) &&
               load(l, "clSVMAlloc", a.allocate) && load(l, "clSVMFree", a.release) &&
               load(l, "clCreateProgramWithSource", a.program) && load(l, "clBuildProgram", a.build) &&
               load(l, "clGetProgramBuildInfo", a.build_info) && load(l, "clCreateKernel", a.kernel) &&
               load(l, "clSetKernelArg", a.argument) && load(l, "clSetKernelArgSVMPointer", a.pointer) &&
               load(l, "clEnqueueNDRangeKernel", a.launch) && load(l, "clFinish", a.finish);
    }();
    return found ? &a : nullptr;
}

std::string build_log(const api& a, void* program, void* device) {
    std::vector<char> log(65536);
    a.build_info(program, device, program_build_log, log.size(), log.data(), nullptr);
    return log.data();
}

int set_argument(const api& a, void* kernel, std::uint32_t index, const ndw_parameter& p, const char* functor,
                 std::uint64_t global, std::size_t local_memory) {
    void* address = nullptr;
    switch (p.kind) {
        case NDW_PARAMETER_POINTER:
            std::copy_n(functor + p.offset, sizeof(address), reinterpret_cast<char*>(&address));
            return a.pointer(kernel, index, address);
        case NDW_PARAMETER_GLOBAL_RANGE:
            return a.argument(kernel, index, sizeof(global), &global);
        case NDW_PARAMETER_LOCAL_MEMORY:
            return a.argument(kernel, index, local_memory, nullptr);
        default:
            return a.argument(kernel, index, p.size, functor + p.offset);
    }
}

}  // namespace

opencl_device* opencl_device::find() {
    static opencl_device found;
    static const bool usable = [] {
        const api* a = opencl();
        void* platform = nullptr;
        int status = 0;
        if (!a || a->platforms(1, &platform, nullptr) != 0 || !platform) return false;
        if (a->devices(platform, device_type_all, 1, &found.device_, nullptr) != 0) return false;
        found.context_ = a->context(nullptr, 1, &found.device_, nullptr, nullptr, &status);
        if (!found.context_) return false;
        found.queue_ = a->queue(found.context_, found.device_, 0, &status);
        return found.queue_ != nullptr;
    }();
    return usable ? &found : nullptr;
}

void* opencl_device::allocate(std::size_t bytes) { return opencl()->allocate(context_, memory_read_write, bytes, 64); }
void opencl_device::release(void* memory) { opencl()->release(context_, memory); }

std::string opencl_device::run(const c_source& source, const void* functor, std::size_t items, std::size_t group) {
    return launch(source, functor, {(items + group - 1) / group, 1, 1}, {group, 1, 1}, items, 0);
}

std::string opencl_device::run_group(const c_source& source, const void* functor,
                                     const std::array<std::size_t, 3>& extents, std::size_t local_memory) {
    return launch(source, functor, {1, 1, 1}, extents, extents[0] * extents[1] * extents[2], local_memory);
}

std::string opencl_device::launch(const c_source& source, const void* functor, const std::array<std::size_t, 3>& groups,
                                  std::array<std::size_t, 3> local, std::uint64_t items, std::size_t local_memory) {
    const api& a = *opencl();
    int status = 0;
    const char* text = source.text.c_str();
    void* program = a.program(context_, 1, &text, nullptr, &status);
    if (a.build(program, 1, &device_, "-cl-fp32-correctly-rounded-divide-sqrt", nullptr, nullptr) != 0) {
        return "the source does not build:\n" + build_log(a, program, device_) + "\n" + source.text;
    }
    void* kernel = a.kernel(program, source.entry_name.c_str(), &status);
    if (!kernel) return "no kernel: status " + std::to_string(status);
    for (std::uint32_t i = 0; i < source.parameters.size(); ++i) {
        status =
            set_argument(a, kernel, i, source.parameters[i], static_cast<const char*>(functor), items, local_memory);
        if (status != 0) return "argument " + std::to_string(i) + ": status " + std::to_string(status);
    }
    if (source.items_in_loops) local = {1, 1, 1};
    std::array<std::size_t, 3> global;
    std::transform(groups.begin(), groups.end(), local.begin(), global.begin(), std::multiplies());
    status = a.launch(queue_, kernel, 3, nullptr, global.data(), local.data(), 0, nullptr, nullptr);
    if (status == 0) status = a.finish(queue_);
    return status == 0 ? "" : "launch: status " + std::to_string(status);
}

}  // namespace ndweave::compiler::testing

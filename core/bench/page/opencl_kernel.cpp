#include "opencl_kernel.hpp"

#include <dlfcn.h>

#include "unavailable.hpp"

/// An OpenCL function by its name, from the loader at hand.
#define CALL(function) entry<decltype(&::function)>(#function)

namespace ndweave::bench {
namespace {

void* library() {
    static void* const opened = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!opened) throw unavailable("no libOpenCL.so.1 on this machine");
    return opened;
}

template <class F>
F entry(const char* name) {
    void* const symbol = dlsym(library(), name);
    if (!symbol) throw unavailable(std::string("libOpenCL.so.1 lacks ") + name);
    return reinterpret_cast<F>(symbol);
}

void check(cl_int status, const char* what) {
    if (status != CL_SUCCESS) throw std::runtime_error(std::string(what) + " failed: " + std::to_string(status));
}

cl_device_id find_device() {
    cl_platform_id platforms[16];
    cl_uint count = 0;
    if (CALL(clGetPlatformIDs)(16, platforms, &count) == CL_SUCCESS) {
        for (cl_uint p = 0; p < count && p < 16; ++p) {
            cl_device_id device = nullptr;
            if (CALL(clGetDeviceIDs)(platforms[p], CL_DEVICE_TYPE_CPU, 1, &device, nullptr) == CL_SUCCESS)
                return device;
        }
    }
    throw unavailable("no OpenCL platform has a CPU device");
}

std::string options_for(cl_device_id device, bool fast_math) {
    cl_device_fp_config floats = 0;
    CALL(clGetDeviceInfo)(device, CL_DEVICE_SINGLE_FP_CONFIG, sizeof floats, &floats, nullptr);
    if (fast_math) return "-cl-std=CL1.2 -cl-fast-relaxed-math";
    const bool correct = floats & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
    return correct ? "-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt" : "-cl-std=CL1.2";
}

cl_program build(cl_context context, cl_device_id device, const char* source, bool fast_math) {
    cl_int status = 0;
    const cl_program program = CALL(clCreateProgramWithSource)(context, 1, &source, nullptr, &status);
    check(status, "clCreateProgramWithSource");
    const std::string options = options_for(device, fast_math);
    if (CALL(clBuildProgram)(program, 1, &device, options.c_str(), nullptr, nullptr) != CL_SUCCESS) {
        char log[2000] = {};
        CALL(clGetProgramBuildInfo)(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, nullptr);
        throw std::runtime_error(std::string("clBuildProgram failed: ") + log);
    }
    return program;
}

}  // namespace

opencl_kernel::opencl_kernel(const char* source, bool fast_math) {
    const cl_device_id device = find_device();
    cl_int status = 0;
    context_ = CALL(clCreateContext)(nullptr, 1, &device, nullptr, nullptr, &status);
    check(status, "clCreateContext");
    queue_ = CALL(clCreateCommandQueue)(context_, device, 0, &status);
    check(status, "clCreateCommandQueue");
    kernel_ = CALL(clCreateKernel)(build(context_, device, source, fast_math), "run", &status);
    check(status, "clCreateKernel");
}

void opencl_kernel::ranges(std::vector<std::size_t> global, std::vector<std::size_t> local) {
    global_ = std::move(global);
    local_ = std::move(local);
}

void opencl_kernel::run() {
    check(CALL(clEnqueueNDRangeKernel)(queue_, kernel_, static_cast<cl_uint>(global_.size()), nullptr, global_.data(),
                                       local_.empty() ? nullptr : local_.data(), 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    check(CALL(clFinish)(queue_), "clFinish");
}

void opencl_kernel::read_back() {
    for (const buffer& b : buffers_) {
        cl_int status = 0;
        void* const at =
            CALL(clEnqueueMapBuffer)(queue_, b.memory, CL_TRUE, CL_MAP_READ, 0, b.bytes, 0, nullptr, nullptr, &status);
        check(status, "clEnqueueMapBuffer");
        check(CALL(clEnqueueUnmapMemObject)(queue_, b.memory, at, 0, nullptr, nullptr), "clEnqueueUnmapMemObject");
    }
    check(CALL(clFinish)(queue_), "clFinish");
}

void opencl_kernel::set_memory(unsigned index, void* data, std::size_t bytes) {
    cl_int status = 0;
    const cl_mem memory = CALL(clCreateBuffer)(context_, CL_MEM_USE_HOST_PTR, bytes, data, &status);
    check(status, "clCreateBuffer");
    buffers_.push_back({memory, bytes});
    set_bytes(index, sizeof memory, &memory);
}

void opencl_kernel::set_bytes(unsigned index, std::size_t bytes, const void* data) {
    check(CALL(clSetKernelArg)(kernel_, index, bytes, data), "clSetKernelArg");
}

}  // namespace ndweave::bench

#undef CALL

/// An OpenCL C kernel on the first CPU device of any OpenCL platform (PoCL): the peer of the barrier kernels.
#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <dlfcn.h>

#include <stdexcept>
#include <string>
#include <vector>

/// An OpenCL function by its name, from the library at hand.
#define CALL(function) entry<decltype(&::function)>(#function)

namespace ndweave::bench {

/// Throws std::runtime_error saying what is missing: the benchmark is skipped with that text.
class opencl_kernel {
public:
    opencl_kernel(const char* source, const char* name) {
        library_ = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
        if (!library_) throw std::runtime_error("no libOpenCL.so.1 on this machine");
        const cl_device_id device = find_device();
        cl_int status = 0;
        context_ = CALL(clCreateContext)(nullptr, 1, &device, nullptr, nullptr, &status);
        check(status, "clCreateContext");
        queue_ = CALL(clCreateCommandQueue)(context_, device, 0, &status);
        check(status, "clCreateCommandQueue");
        cl_program program = CALL(clCreateProgramWithSource)(context_, 1, &source, nullptr, &status);
        check(status, "clCreateProgramWithSource");
        if (CALL(clBuildProgram)(program, 1, &device, "-cl-std=CL1.2", nullptr, nullptr) != CL_SUCCESS) {
            char log[2000] = {};
            CALL(clGetProgramBuildInfo)(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, nullptr);
            throw std::runtime_error(std::string("clBuildProgram failed: ") + log);
        }
        kernel_ = CALL(clCreateKernel)(program, name, &status);
        check(status, "clCreateKernel");
    }
    opencl_kernel(const opencl_kernel&) = delete;
    ~opencl_kernel() {
        if (context_) CALL(clFinish)(queue_);  // the rest goes with the process
    }

    /// Argument `index` is memory of the host, without a copy.
    void set_memory(unsigned index, void* data, std::size_t bytes) {
        cl_int status = 0;
        cl_mem memory = CALL(clCreateBuffer)(context_, CL_MEM_USE_HOST_PTR, bytes, data, &status);
        check(status, "clCreateBuffer");
        memories_.push_back({memory, bytes});
        check(CALL(clSetKernelArg)(kernel_, index, sizeof memory, &memory), "clSetKernelArg");
    }
    void set_local(unsigned index, std::size_t bytes) {
        check(CALL(clSetKernelArg)(kernel_, index, bytes, nullptr), "clSetKernelArg");
    }
    template <class T>
    void set_value(unsigned index, const T& value) {
        check(CALL(clSetKernelArg)(kernel_, index, sizeof value, &value), "clSetKernelArg");
    }

    void run(unsigned dimensions, const std::size_t* global, const std::size_t* local) {
        check(CALL(clEnqueueNDRangeKernel)(queue_, kernel_, dimensions, nullptr, global, local, 0, nullptr, nullptr),
              "clEnqueueNDRangeKernel");
        check(CALL(clFinish)(queue_), "clFinish");
    }

    /// Makes results visible in the host's memory.
    void read_back() {
        for (const auto& m : memories_) {
            cl_int status = 0;
            void* at = CALL(clEnqueueMapBuffer)(queue_, m.memory, CL_TRUE, CL_MAP_READ, 0, m.bytes, 0, nullptr, nullptr,
                                                &status);
            check(status, "clEnqueueMapBuffer");
            check(CALL(clEnqueueUnmapMemObject)(queue_, m.memory, at, 0, nullptr, nullptr), "clEnqueueUnmapMemObject");
        }
        check(CALL(clFinish)(queue_), "clFinish");
    }

private:
    template <class F>
    F entry(const char* name) const {
        void* const symbol = dlsym(library_, name);
        if (!symbol) throw std::runtime_error(std::string("libOpenCL.so.1 lacks ") + name);
        return reinterpret_cast<F>(symbol);
    }
    static void check(cl_int status, const char* what) {
        if (status != CL_SUCCESS) throw std::runtime_error(std::string(what) + " failed: " + std::to_string(status));
    }
    cl_device_id find_device() const {
        cl_platform_id platforms[16];
        cl_uint count = 0;
        if (CALL(clGetPlatformIDs)(16, platforms, &count) == CL_SUCCESS) {
            for (cl_uint p = 0; p < count && p < 16; ++p) {
                cl_device_id device = nullptr;
                if (CALL(clGetDeviceIDs)(platforms[p], CL_DEVICE_TYPE_CPU, 1, &device, nullptr) == CL_SUCCESS) {
                    return device;
                }
            }
        }
        throw std::runtime_error("no OpenCL platform has a CPU device");
    }

    struct mapped {
        cl_mem memory;
        std::size_t bytes;
    };
    void* library_ = nullptr;
    cl_context context_ = nullptr;
    cl_command_queue queue_ = nullptr;
    cl_kernel kernel_ = nullptr;
    std::vector<mapped> memories_;
};

}  // namespace ndweave::bench

#undef CALL

/// A kernel by hand in OpenCL C on the first CPU device of any OpenCL platform (PoCL).
#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "setup.hpp"

namespace ndweave::bench {

/// A kernel argument: so many bytes of local memory.
struct local_bytes {
    std::size_t bytes;
};

/// Errors are std::runtime_error; `unavailable` where the machine has no OpenCL CPU device. What was made goes with the
/// process.
class opencl_kernel {
public:
    /// The kernel `run` of an OpenCL C 1.2 source, with the rounding of division and square root that C++ has, or with
    /// -cl-fast-relaxed-math.
    opencl_kernel(const char* source, bool fast_math);

    /// The arguments in their order: arrays (memory of the host, without a copy), local_bytes, values.
    template <class... Arguments>
    void arguments(const Arguments&... all) {
        unsigned index = 0;
        (set(index++, all), ...);
    }
    /// Work-items, axis 0 the fastest; without `local` the driver chooses.
    void ranges(std::vector<std::size_t> global, std::vector<std::size_t> local = {});

    void run();
    /// Makes results visible in the host's memory.
    void read_back();

private:
    template <class T>
    void set(unsigned index, const array<T>& memory) {
        set_memory(index, memory.get(), memory.bytes());
    }
    void set(unsigned index, local_bytes local) { set_bytes(index, local.bytes, nullptr); }
    template <class T>
    void set(unsigned index, const T& value) {
        set_bytes(index, sizeof value, &value);
    }
    void set_memory(unsigned index, void* data, std::size_t bytes);
    void set_bytes(unsigned index, std::size_t bytes, const void* data);

    struct buffer {
        cl_mem memory;
        std::size_t bytes;
    };
    cl_context context_ = nullptr;
    cl_command_queue queue_ = nullptr;
    cl_kernel kernel_ = nullptr;
    std::vector<buffer> buffers_;
    std::vector<std::size_t> global_, local_;
};

}  // namespace ndweave::bench

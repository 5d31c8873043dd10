/// An OpenCL device to run emitted kernels on, through libOpenCL loaded at run time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "compiler/target/c_source.hpp"

namespace ndweave::compiler::testing {

class opencl_device {
public:
    /// The first CPU or other device with shared virtual memory; null where there is none.
    static opencl_device* find();

    /// Memory that kernels and host both see.
    void* allocate(std::size_t bytes);
    void release(void* memory);

    /// Builds `source` and runs it over `global` work-items along `axis` in groups of `local`. Returns the build log or
    /// the failing call, or nothing. `seconds`, where not null, gets the best time of `repeats` runs.
    std::string run(const c_source& source, const void* functor, std::size_t global, std::size_t local,
                    std::size_t local_memory = 0, int repeats = 1, double* seconds = nullptr, unsigned axis = 0);

private:
    opencl_device() = default;

    void *device_ = nullptr, *context_ = nullptr, *queue_ = nullptr;
};

}  // namespace ndweave::compiler::testing

/// An OpenCL device to run emitted kernels on, through libOpenCL loaded at run time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "compiler/codegen/c_source.hpp"

namespace ndweave::compiler::testing {

class opencl_device {
public:
    /// The first CPU or other device with shared virtual memory; null where there is none.
    static opencl_device* find();

    /// Memory that kernels and host both see.
    void* allocate(std::size_t bytes);
    void release(void* memory);

    /// Builds `source` and runs it over `items` work-items along axis 0 in groups of `group`. Returns the build log or
    /// the failing call, or nothing.
    std::string run(const c_source& source, const void* functor, std::size_t items, std::size_t group);

    /// The same for one group of these extents, axis 0 first, with so many bytes of local memory.
    std::string run_group(const c_source& source, const void* functor, const std::array<std::size_t, 3>& extents,
                          std::size_t local_memory);

private:
    opencl_device() = default;
    std::string launch(const c_source& source, const void* functor, const std::array<std::size_t, 3>& groups,
                       std::array<std::size_t, 3> local, std::uint64_t items, std::size_t local_memory);

    void *device_ = nullptr, *context_ = nullptr, *queue_ = nullptr;
};

}  // namespace ndweave::compiler::testing

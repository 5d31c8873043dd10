/// Variables that each device has a copy of (sycl_ext_oneapi_device_global). A kernel's record lists those that it
/// uses; a launch puts their addresses on its device behind the functor.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ndweave/detail/export.hpp"
#include "ndweave/device.hpp"

namespace ndweave::detail {

/// The copies of one variable; owned by the runtime.
struct device_global_copies;

struct device_global;
/// Its memory is not the CPU's copy any more. Those of other devices stay.
NDWEAVE_EXPORT void forget_device_global(const device_global&) noexcept;

struct device_global_layout {
    std::size_t bytes, offset;  // of the value, and from the start of the variable
};

/// What the variable begins with, and each copy has room for. Its value, as the program initialises it, is the copy of
/// the CPU and its sub-devices, and in library mode what kernels use. By `layout` the extraction plugin knows such
/// variables.
struct device_global {
    const device_global_layout* layout;
    mutable device_global_copies* copies = nullptr;

    constexpr ~device_global() {
        if (copies) forget_device_global(*this);
    }
};

/// Of a kernel; emitted by the extraction plugin. The addresses begin at a multiple of 8 behind the functor.
struct used_device_globals {
    std::uint32_t count;
    std::uint32_t captured_bytes;  // of the functor without them
    const device_global* const* first;
    std::uint32_t calls_others;  // 1: the kernel calls SYCL_EXTERNAL functions of other translation units
};

/// Of a SYCL_EXTERNAL function, whose code has the specialization constant `key` for the place of the address behind
/// the functor of the kernel.
struct external_device_global {
    std::uint64_t key;
    const device_global* variable;
};

/// The variable's value on the device, which is made and initialised at first. Thread-safe. Throws
/// errc::memory_allocation, and errc::invalid where `bytes` from `offset` are not within it.
NDWEAVE_EXPORT void* device_global_copy(const device_global&, const device&, std::size_t bytes, std::size_t offset);

}  // namespace ndweave::detail

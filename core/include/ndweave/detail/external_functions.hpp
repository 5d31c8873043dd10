/// Functions that kernels of other translation units may call (SYCL 2020, 5.10.1): the extraction plugin lists each
/// SYCL_EXTERNAL function that a translation unit defines before `main`, and takes it off at the end or by dlclose.
#pragma once

#include <cstdint>

#include "ndweave/detail/export.hpp"

namespace ndweave::detail {

struct external_device_global;  // detail/device_global.hpp

/// Static, in the translation unit that defines the function; read by the plugin's code.
struct external_function {
    const char* name;            // mangled
    const void* bitcode;         // LLVM bitcode of the function and of what it calls
    std::uint64_t bitcode_size;  // bytes
    const char* hash;            // SHA-256 of the bitcode, 64 hexadecimal digits
    external_function* next;     // owned by the runtime
    std::uint64_t device_global_count;
    const external_device_global* device_globals;
};

}  // namespace ndweave::detail

extern "C" {
NDWEAVE_EXPORT void __ndweave_list_function(ndweave::detail::external_function*);
NDWEAVE_EXPORT void __ndweave_unlist_function(ndweave::detail::external_function*);
}

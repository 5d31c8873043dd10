/// A request to the kernel compiler from a kernel's record.
#pragma once

#include "compiler/abi.h"
#include "ndweave/kernel.hpp"

namespace ndweave::detail {

/// A request for the kernel; target, work-group size, flags and device are the caller's to set. Points into the record.
inline ndw_compile_request request_for(const kernel_record& kernel) {
    ndw_compile_request request{};
    request.struct_size = sizeof request;
    request.kernel_name = kernel.name;
    request.bitcode = kernel.bitcode;
    request.bitcode_size = kernel.bitcode_size;
    request.bitcode_hash = kernel.hash;
    request.kind = static_cast<std::uint32_t>(kernel.kind);
    request.dimensions = kernel.dimensions;
    request.functor_size = kernel.functor_size;
    return request;
}

}  // namespace ndweave::detail

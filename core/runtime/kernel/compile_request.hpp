/// A request to the kernel compiler from a kernel's record.
#pragma once

#include "compiler/abi.h"
#include "ndweave/detail/kernel.hpp"
#include "runtime/kernel/constants.hpp"

namespace ndweave::detail {

/// A request for that variant of the kernel; the device's `arch` and `driver` are the caller's to set. Points into the
/// record.
inline ndw_compile_request request_for(const kernel_record& kernel, const ndw_kernel_variant& variant) {
    ndw_compile_request request{};
    request.struct_size = sizeof request;
    request.variant = variant;
    request.kernel_name = kernel.name;
    request.bitcode = kernel.bitcode;
    request.bitcode_size = kernel.bitcode_size;
    request.bitcode_hash = kernel.hash;
    request.functor_size = kernel.functor_size;
    if (kernel.constants) {
        request.constants = kernel.constants->view().data();
        request.constant_count = static_cast<std::uint32_t>(kernel.constants->view().size());
    }
    return request;
}

}  // namespace ndweave::detail

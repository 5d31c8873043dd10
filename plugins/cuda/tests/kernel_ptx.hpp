/// PTX of kernels that this program contains, made without a GPU.
#pragma once

#include <cstddef>
#include <string>

#include "gpu/tests/app_kernels.hpp"

namespace ndweave::gpu::testing {

inline constexpr const char* ptx_architecture = "sm_90";

/// Nothing where it needs libdevice and there is none.
std::string ptx_of(const detail::kernel_record&);

std::size_t occurrences(const std::string& text, const std::string& part);

}  // namespace ndweave::gpu::testing

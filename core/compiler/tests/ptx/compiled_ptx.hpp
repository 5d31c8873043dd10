/// Kernels as PTX, through the compiler's C interface.
#pragma once

#include <string>
#include <vector>

#include "compiler/abi.h"
#include "kernels.hpp"

namespace ndweave::compiler::testing {

/// What a compilation came to: the code, or a status and a message.
struct compiled_ptx {
    int status = NDW_COMPILE_OK;
    std::string message, code, entry;
    std::vector<ndw_parameter> parameters;
    std::vector<std::uint32_t> aligned_pointers, distinct_pointers;
    std::uint32_t written_pointers = 0;
    std::uint32_t coarsening = 0;
    bool uses_barrier = false;

    bool contains(const char* text) const { return code.find(text) != std::string::npos; }
};

/// `pointer_alignment`: what the code may assume of captured pointers, bytes. `flags`: ndw_compile_flag.
ndw_compile_request request_of(const sample& kernel, const char* arch = "sm_90", unsigned pointer_alignment = 1,
                               std::uint32_t flags = 0);

/// What comes of that request.
compiled_ptx compile(const sample& kernel, const char* arch = "sm_90", unsigned pointer_alignment = 1,
                     std::uint32_t flags = 0);

/// Whether libdevice is there; kernels with math functions need it.
bool has_libdevice();

}  // namespace ndweave::compiler::testing

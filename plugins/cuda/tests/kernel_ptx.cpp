#include "kernel_ptx.hpp"

#include <gtest/gtest.h>

#include "code/compile_by.hpp"

extern "C" ndw_compiler_api ndw_compiler;

namespace ndweave::gpu::testing {

std::string ptx_of(const detail::kernel_record& k) {
    ndw_compile_request request = request_for(k);
    request.variant.target = NDW_TARGET_PTX;
    request.variant.sub_group_size = 32;
    request.variant.pointer_alignment = 16;
    request.arch = ptx_architecture;
    const code::compile_result compiled = code::compile_by(ndw_compiler, request);
    if (compiled.status != NDW_COMPILE_OK) {
        EXPECT_NE(compiled.error.find("libdevice.10.bc"), std::string::npos) << k.name << ": " << compiled.error;
        return {};
    }
    return compiled.made.made.code;
}

std::size_t occurrences(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

}  // namespace ndweave::gpu::testing

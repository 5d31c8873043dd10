// Every kernel of every app through NVIDIA's assembler, which needs no GPU: it spills no registers and keeps nothing in
// local memory.
#include <gtest/gtest.h>

#include "compiler/tests/ptx/assembler.hpp"
#include "gpu/tests/app_kernels.hpp"

extern "C" ndw_compiler_api ndw_compiler;

namespace ndweave::gpu::testing {
namespace {

using compiler::testing::assemble;
using compiler::testing::find_ptxas;

constexpr const char* architecture = "sm_90";
constexpr unsigned registers = 255;  // of a thread, all architectures

/// The kernel's PTX; nothing where it needs libdevice and there is none.
std::string ptx_of(const detail::kernel_record& k) {
    ndw_compile_request request = request_for(k);
    request.variant.target = NDW_TARGET_PTX;
    request.variant.sub_group_size = 32;
    request.variant.pointer_alignment = 16;
    request.arch = architecture;
    const ndw_compiled_kernel* compiled = nullptr;
    char* error = nullptr;
    if (ndw_compiler.compile(&request, &compiled, &error) != NDW_COMPILE_OK) {
        const std::string text = error;
        ndw_compiler.free_error(error);
        EXPECT_NE(text.find("libdevice.10.bc"), std::string::npos) << k.name << ": " << text;
        return {};
    }
    std::string code = compiled->code;
    ndw_compiler.release(compiled);
    return code;
}

TEST(AppKernels, AssembleWithoutSpillsAndLocalMemory) {
    if (find_ptxas().empty()) GTEST_SKIP() << "no ptxas here";
    unsigned assembled = 0;
    for (const detail::kernel_record* k : kernel_records()) {
        if (!fits_registers(*k, registers) || !runs_on_gpus(*k)) continue;
        const std::string code = ptx_of(*k);
        if (code.empty()) continue;
        const auto result = assemble(code, architecture);
        ASSERT_TRUE(result.ok) << k->name << "\n" << result.log;
        EXPECT_EQ(result.spill_bytes, 0u) << k->name;
        EXPECT_EQ(result.stack_bytes, 0u) << k->name;
        ++assembled;
    }
    EXPECT_GT(assembled, 0u);
}

std::size_t occurrences(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

// What the roofline takes for the arithmetic peak is fused multiply-adds and next to nothing else.
TEST(AppKernels, ChainsOfThePeaksAreFusedMultiplyAdds) {
    unsigned found = 0;
    for (const detail::kernel_record* k : kernel_records()) {
        if (!contains(*k, "5peaks") || !contains(*k, "6chains")) continue;
        const std::string code = ptx_of(*k);
        const std::size_t fused = occurrences(code, "fma.rn.f"), lines = occurrences(code, "\n");
        EXPECT_GE(fused, 12u * 16u) << k->name;
        EXPECT_LT(lines, 2 * fused) << k->name;
        ++found;
    }
    EXPECT_EQ(found, 4u) << "fp32 and fp64, with a loop and without";
}

}  // namespace
}  // namespace ndweave::gpu::testing

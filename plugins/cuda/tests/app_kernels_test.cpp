// Every kernel of every app through NVIDIA's assembler, which needs no GPU: it spills no registers and keeps nothing in
// local memory.
#include <gtest/gtest.h>

#include "code/cuda_toolkit.hpp"
#include "compiler/tests/ptx/assembler.hpp"
#include "kernel_ptx.hpp"

namespace ndweave::gpu::testing {
namespace {

using code::find_ptxas;
using compiler::testing::assemble;

constexpr unsigned registers = 255;  // of a thread, all architectures

TEST(AppKernels, AssembleWithoutSpillsAndLocalMemory) {
    if (find_ptxas().empty()) GTEST_SKIP() << "no ptxas here";
    unsigned assembled = 0;
    for (const detail::kernel_record* k : kernel_records()) {
        if (!fits_registers(*k, registers) || !runs_on_gpus(*k)) continue;
        const std::string code = ptx_of(*k);
        if (code.empty()) continue;
        const auto result = assemble(code, ptx_architecture);
        ASSERT_TRUE(result.ok) << k->name << "\n" << result.log;
        EXPECT_EQ(result.spill_bytes, 0u) << k->name;
        EXPECT_EQ(result.stack_bytes, 0u) << k->name;
        ++assembled;
    }
    EXPECT_GT(assembled, 0u);
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

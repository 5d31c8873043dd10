/// Every sample kernel assembles, and the apps' shapes keep their values in registers.
#include <gtest/gtest.h>

#include "assembler.hpp"
#include "code/cuda_toolkit.hpp"
#include "compiled_ptx.hpp"

namespace ndweave::compiler::testing {
namespace {

class AssembledPtx : public ::testing::TestWithParam<const char*> {};

TEST_P(AssembledPtx, EverySampleAssembles) {
    if (code::find_ptxas().empty()) GTEST_SKIP() << "no ptxas here";
    for (const sample* kernel : samples) {
        const compiled_ptx ptx = compile(*kernel, GetParam());
        if (ptx.status != NDW_COMPILE_OK && ptx.message.find("libdevice") != std::string::npos) continue;
        ASSERT_EQ(ptx.status, NDW_COMPILE_OK) << kernel->name << ": " << ptx.message;
        // sm_70 code runs on later devices; the assembler of a recent toolkit knows only those.
        const std::string arch = std::string(GetParam()) == "sm_70" ? "sm_80" : GetParam();
        const assembled code = assemble(ptx.code, arch);
        EXPECT_TRUE(code.ok) << kernel->name << ":\n" << code.log;
    }
}

INSTANTIATE_TEST_SUITE_P(Architectures, AssembledPtx, ::testing::Values("sm_70", "sm_80", "sm_90"));

TEST(AssembledPtx, AppShapesNeedNoLocalMemory) {
    if (code::find_ptxas().empty()) GTEST_SKIP() << "no ptxas here";
    for (const sample* kernel :
         {&copy, &triad, &gather, &spmv, &reduction_tree, &matmul, &docking_fast, &captured_table}) {
        const compiled_ptx ptx = compile(*kernel);
        ASSERT_EQ(ptx.status, NDW_COMPILE_OK) << kernel->name << ": " << ptx.message;
        const assembled code = assemble(ptx.code, "sm_90");
        ASSERT_TRUE(code.ok) << code.log;
        EXPECT_EQ(code.stack_bytes, 0u) << kernel->name;
        EXPECT_EQ(code.spill_bytes, 0u) << kernel->name;
    }
}

}  // namespace
}  // namespace ndweave::compiler::testing

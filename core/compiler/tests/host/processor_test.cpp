// Processors that kernels are compiled for, by their names.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "compiler/codegen/host/machine.hpp"

namespace ndweave::compiler::host {
namespace {

/// Ends the process, of which each has one processor only: with 0 where the processor is as it should be.
[[noreturn]] void expect_processor(const std::string& name, unsigned vector_bits, const std::string& set) {
    ::setenv("NDWEAVE_CPU_NAME", name.c_str(), 1);
    const cpu& found = target_cpu();
    _exit(!found.lacking.empty() ? 3 : found.vector_bits != vector_bits ? 2 : found.has(set) ? 0 : 1);
}

/// x86-64-v4 is AVX-512's BW, CD, DQ and VL to LLVM, which imply the rest: without F its code had vectors of 256 bits.
TEST(ProcessorDeathTest, OfALevelHasWhatItsSetsImply) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");  // a process that has not asked for its processor yet
    if (__builtin_cpu_supports("x86-64-v3"))
        EXPECT_EXIT(expect_processor("x86-64-v3", 256, "avx"), testing::ExitedWithCode(0), "");
    if (__builtin_cpu_supports("x86-64-v4"))
        EXPECT_EXIT(expect_processor("x86-64-v4", 512, "avx512f"), testing::ExitedWithCode(0), "");
    EXPECT_EXIT(expect_processor("x86-64", 128, "sse"), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace ndweave::compiler::host

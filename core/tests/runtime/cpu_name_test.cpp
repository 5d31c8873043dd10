// NDWEAVE_CPU_NAME: kernels as another processor gets them.
#include <gtest/gtest.h>

#include <string>

#include "ndweave/compiler_report.hpp"
#include "support/command.hpp"

namespace ndweave::tests {
namespace {

class CpuName : public ::testing::Test {
protected:
    void SetUp() override {
        if (!kernel_compiler_report().problem.empty()) {
            GTEST_SKIP() << "kernels are not extracted in this build: " << kernel_compiler_report().problem;
        }
    }

    static std::string probe(const std::string& name) {
        const support::command_result run = support::run_command(
            "NDWEAVE_CPU_NAME=" + name + " NDWEAVE_CACHE_DIR=/dev/null " NDWEAVE_STRATEGY_PROBE " auto");
        EXPECT_EQ(run.status, 0) << run.output;
        return run.output;
    }
};

TEST_F(CpuName, OfLessAndOfMoreThanThisOneRuns) {
    for (const char* name : {"x86-64", "haswell", "skylake-avx512", "sapphirerapids"}) EXPECT_EQ(probe(name), "ok\n");
}

TEST_F(CpuName, ThatLlvmDoesNotKnowIsAnError) {
    const std::string text = probe("z80");
    for (const char* part : {"build: ", "NDWEAVE_CPU_NAME is 'z80'", "haswell"}) {
        EXPECT_NE(text.find(part), std::string::npos) << "no '" << part << "' in: " << text;
    }
}

}  // namespace
}  // namespace ndweave::tests

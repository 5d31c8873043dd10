// NDWEAVE_CPU_NAME: kernels as another processor gets them.
#include <gtest/gtest.h>

#include <string>

#include "runtime/strategy_probe.hpp"

namespace ndweave::tests {
namespace {

class CpuName : public StrategyProbe {
protected:
    static std::string probe_as(const std::string& name) {
        return probe("NDWEAVE_CPU_NAME=" + name + " NDWEAVE_CACHE_DIR=/dev/null", "auto");
    }
};

TEST_F(CpuName, OfLessAndOfMoreThanThisOneRuns) {
    for (const char* name : {"x86-64", "haswell", "skylake-avx512", "sapphirerapids"})
        EXPECT_EQ(probe_as(name), "ok\n");
}

TEST_F(CpuName, ThatLlvmDoesNotKnowIsAnError) {
    const std::string text = probe_as("z80");
    for (const char* part : {"build: ", "NDWEAVE_CPU_NAME is 'z80'", "haswell"}) {
        EXPECT_NE(text.find(part), std::string::npos) << "no '" << part << "' in: " << text;
    }
}

}  // namespace
}  // namespace ndweave::tests

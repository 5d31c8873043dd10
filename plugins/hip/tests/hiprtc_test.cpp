#include "hip/hiprtc.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstring>

#include "plugin.hpp"

namespace ndweave::hip::testing {
namespace {

constexpr const char* architecture = "gfx90a:sramecc+:xnack-";

class Hiprtc : public ::testing::Test {
protected:
    void SetUp() override {
        library = installed_runtime().empty() ? nullptr : dlopen(installed_runtime().c_str(), RTLD_NOW | RTLD_LOCAL);
        if (!library) GTEST_SKIP() << "no libamdhip64 here (Debian: libamdhip64-5)";
    }

    void* library = nullptr;
};

TEST_F(Hiprtc, MakesACodeObject) {
    std::vector<char> code;
    const char* source = "extern \"C\" __global__ void k(float* x) { x[threadIdx.x] *= 2; }";
    ASSERT_EQ(compile(library, source, architecture, false, code), NDW_OK);
    ASSERT_GT(code.size(), 4u);
    EXPECT_EQ(std::memcmp(code.data(), "\177ELF", 4), 0);
}

TEST_F(Hiprtc, FastMathReachesTheCompiler) {
    std::vector<char> strict, fast;
    const char* source = "extern \"C\" __global__ void k(float* x) { x[threadIdx.x] = 1 / x[threadIdx.x]; }";
    ASSERT_EQ(compile(library, source, architecture, false, strict), NDW_OK);
    ASSERT_EQ(compile(library, source, architecture, true, fast), NDW_OK);
    EXPECT_LT(fast.size(), strict.size());
}

TEST_F(Hiprtc, RefusalHasTheCompilersWords) {
    std::vector<char> code;
    const int status = compile(library, "extern \"C\" __global__ void k() { nonsense; }", architecture, false, code);
    EXPECT_EQ(status, NDW_BUILD_FAILED);
    EXPECT_TRUE(code.empty());
}

}  // namespace
}  // namespace ndweave::hip::testing

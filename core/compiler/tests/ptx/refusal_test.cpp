/// What the target refuses, and how it says so.
#include <gtest/gtest.h>

#include "compiled_ptx.hpp"

namespace ndweave::compiler::testing {
namespace {

TEST(PtxRefusal, ArchitecturesOfOthersAndOldOnes) {
    for (const char* arch : {"gfx90a", "", "sm_", "sm_60"}) {
        const compiled_ptx ptx = compile(triad, arch);
        EXPECT_EQ(ptx.status, NDW_COMPILE_UNSUPPORTED) << arch;
        EXPECT_NE(ptx.message.find("architecture"), std::string::npos) << ptx.message;
    }
}

TEST(PtxRefusal, LaterArchitecturesGetTheNewestKnown) {
    const compiled_ptx ptx = compile(triad, "sm_120");
    ASSERT_EQ(ptx.status, NDW_COMPILE_OK) << ptx.message;
    EXPECT_TRUE(ptx.contains(".target sm_90"));
}

TEST(PtxRefusal, KernelsWithoutMathNeedNoLibdevice) {
    const compiled_ptx ptx = compile(math);
    if (ptx.status == NDW_COMPILE_OK) GTEST_SKIP() << "libdevice is here";
    EXPECT_EQ(ptx.status, NDW_COMPILE_UNSUPPORTED);
    EXPECT_NE(ptx.message.find("NDWEAVE_CUDA_PATH"), std::string::npos) << ptx.message;
    EXPECT_EQ(compile(triad).status, NDW_COMPILE_OK);
}

TEST(PtxRefusal, AToolkitThatIsNamedAndHasNoLibdeviceIsNotReplacedByAnother) {
    ::setenv("NDWEAVE_CUDA_PATH", "/nowhere/cuda", 1);
    const compiled_ptx ptx = compile(math);
    const compiled_ptx without = compile(triad);
    ::unsetenv("NDWEAVE_CUDA_PATH");
    EXPECT_EQ(ptx.status, NDW_COMPILE_UNSUPPORTED);
    EXPECT_NE(ptx.message.find("NDWEAVE_CUDA_PATH is '/nowhere/cuda', where there is none"), std::string::npos)
        << ptx.message;
    EXPECT_EQ(without.status, NDW_COMPILE_OK) << without.message;
}

}  // namespace
}  // namespace ndweave::compiler::testing

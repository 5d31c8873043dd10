/// A kernel in a header is one kernel; kernels of equal name in two files are two.
#include <gtest/gtest.h>

#include "compiler/extract/tests/build_program.hpp"

namespace ndweave::extract_test {
namespace {

int count_modules(const std::string& file) {
    int count = 0;
    for (std::size_t at = 0; (at = file.find("BC\xC0\xDE", at)) != std::string::npos; ++at) ++count;
    return count;
}

class TranslationUnits : public testing::TestWithParam<const char*> {};

TEST_P(TranslationUnits, ShareTheKernelOfAHeader) {
    const support::temporary_folder scratch;
    const auto kernels = build_and_run(
        scratch.path(), GetParam(), {program("header_main.cpp"), program("header_one.cpp"), program("header_two.cpp")});
    ASSERT_EQ(kernels.size(), 2u);
    EXPECT_EQ(kernels[0].record_address, kernels[1].record_address);
    EXPECT_EQ(kernels[0].hash, kernels[1].hash);
    EXPECT_EQ(count_modules(read_file(scratch.path() / "program")), 1);
}

TEST_P(TranslationUnits, EmbedTheSameBytesForTheKernelOfAHeader) {
    const support::temporary_folder scratch;
    const std::string options = GetParam();
    const auto one = build_and_run(scratch.path(), options + " -DWITHOUT_TWO",
                                   {program("header_main.cpp"), program("header_one.cpp")});
    const auto two = build_and_run(scratch.path(), options + " -DWITHOUT_ONE",
                                   {program("header_main.cpp"), program("header_two.cpp")});
    ASSERT_EQ(one.size(), 1u);
    ASSERT_EQ(two.size(), 1u);
    EXPECT_EQ(one[0].hash, two[0].hash);
}

TEST_P(TranslationUnits, KeepKernelsOfEqualInternalNamesApart) {
    const support::temporary_folder scratch;
    const auto kernels =
        build_and_run(scratch.path(), GetParam(),
                      {program("header_main.cpp"), program("internal_one.cpp"), program("internal_two.cpp")});
    ASSERT_EQ(kernels.size(), 2u);
    EXPECT_EQ(kernels[0].name, kernels[1].name);
    EXPECT_NE(kernels[0].record_address, kernels[1].record_address);
    EXPECT_NE(kernels[0].hash, kernels[1].hash);
}

INSTANTIATE_TEST_SUITE_P(Builds, TranslationUnits,
                         testing::Values("-O0", "-O2", "-O2 -g", "-O2 -flto=thin", "-O2 -flto", "-O0 -fPIC",
                                         "-O2 -fsanitize=undefined",
                                         "-O3 -ffunction-sections -fdata-sections -Wl,--gc-sections -Wl,--icf=all"));

}  // namespace
}  // namespace ndweave::extract_test

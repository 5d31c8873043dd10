/// The same source gives the same bitcode, today and tomorrow, here and there.
#include <gtest/gtest.h>

#include <fstream>

#include "compiler/extract/tests/build_program.hpp"

namespace ndweave::extract_test {
namespace {

std::vector<std::string> hashes(const std::filesystem::path& directory, const std::string& options,
                                const std::string& source) {
    std::vector<std::string> result;
    for (const embedded_kernel& kernel : build_and_run(directory, options, {source})) result.push_back(kernel.hash);
    return result;
}

/// A copy of tests/programs in another place.
std::string copied_program(const std::filesystem::path& directory, const std::string& name) {
    std::filesystem::copy(program(""), directory, std::filesystem::copy_options::recursive);
    return (directory / name).string();
}

class Reproducibility : public testing::TestWithParam<const char*> {};

TEST_P(Reproducibility, BuildingTwiceGivesTheSameProgram) {
    const support::temporary_folder scratch;
    const auto first = hashes(scratch.path(), GetParam(), program("forms.cpp"));
    const std::string executable = read_file(scratch.path() / "program");
    EXPECT_EQ(first, hashes(scratch.path(), GetParam(), program("forms.cpp")));
    EXPECT_TRUE(executable == read_file(scratch.path() / "program"));
}

INSTANTIATE_TEST_SUITE_P(Builds, Reproducibility, testing::Values("-O0 -g", "-O2", "-O2 -flto=thin"));

TEST(Reproducibility, DoesNotDependOnTheDirectory) {
    const support::temporary_folder here, there;
    EXPECT_EQ(hashes(here.path(), "-O2", program("forms.cpp")),
              hashes(there.path(), "-O2", copied_program(there.path(), "forms.cpp")));
}

TEST(Reproducibility, DebugBuildsDependOnMappedPathsOnly) {
    const support::temporary_folder here, there;
    const auto mapped = [](const std::filesystem::path& directory) {
        return "-O1 -g -ffile-prefix-map='" + directory.string() + "'=/src";
    };
    EXPECT_EQ(hashes(here.path(), mapped(here.path()), copied_program(here.path(), "forms.cpp")),
              hashes(there.path(), mapped(there.path()), copied_program(there.path(), "forms.cpp")));
}

/// What ccache compares where a header changed: kernels of an older plugin must not come back.
TEST(Reproducibility, AnotherPluginIsSeenBehindThePreprocessor) {
    const support::temporary_folder scratch;
    const auto source_with = [&](const std::string& plugin) {
        std::ofstream(scratch / "plugin.so") << plugin;
        std::ofstream(scratch / "empty.cpp") << "";
        const support::command_result written =
            run(scratch.path(),
                EXTRACT_TEST_CMAKE " -DPLUGINS=plugin.so -DSTAMP=\"$PWD/stamp.h\" -P " EXTRACT_TEST_STAMP_SCRIPT);
        EXPECT_EQ(written.status, 0) << written.output;
        const support::command_result source = run(scratch.path(), compiler() + " -include stamp.h -E empty.cpp");
        EXPECT_EQ(source.status, 0) << source.output;
        return source.output;
    };
    const std::string first = source_with("one");
    EXPECT_EQ(first, source_with("one"));
    EXPECT_NE(first, source_with("another"));
}

}  // namespace
}  // namespace ndweave::extract_test

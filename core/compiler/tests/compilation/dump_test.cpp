// Dumps of what a compilation does, in folders where others may have been first.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "compiler/tests/host_kernel.hpp"
#include "support/temporary_folder.hpp"

namespace ndweave::compiler::testing {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

TEST(Dumps, ReplaceWhatLiesThereAndFollowNoLink) {
    const support::temporary_folder folder, other;
    const fs::path victim = other / "victim", link = folder / "kernel.host.00-normalise-host-flags.ll";
    std::ofstream(victim) << "precious";
    fs::create_symlink(victim, link);
    ::setenv("NDWEAVE_DUMP_IR", folder.path().c_str(), 1);
    for (int round = 0; round < 2; ++round) {
        ir_kernel kernel("define void @kernel(ptr %f) {\n  ret void\n}\n");
        kernel.request.functor_size = 8 + static_cast<unsigned>(round);  // another one each time
        const host_kernel compiled(kernel);
    }
    ::unsetenv("NDWEAVE_DUMP_IR");
    EXPECT_EQ(text_of(victim), "precious");
    EXPECT_FALSE(fs::is_symlink(link));
    EXPECT_NE(text_of(link).find("@kernel("), std::string::npos);
    struct stat status;
    ASSERT_EQ(::stat(link.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0600u);
    for (const auto& file : fs::directory_iterator(folder.path())) EXPECT_EQ(file.path().extension(), ".ll");
}

TEST(Dumps, ThatCannotBeWrittenAreAnErrorThatNamesTheVariable) {
    const support::temporary_folder folder;
    std::ofstream(folder / "file") << "x";
    const ir_kernel kernel("define void @kernel(ptr %f) {\n  ret void\n}\n");
    ::setenv("NDWEAVE_DUMP_IR", (folder / "file/below").c_str(), 1);
    const outcome result = compile_request(kernel.request);
    ::unsetenv("NDWEAVE_DUMP_IR");
    EXPECT_EQ(result.status, NDW_COMPILE_FAILED);
    EXPECT_NE(result.message.find("NDWEAVE_DUMP_IR is '" + (folder / "file/below") + "': it cannot be made"),
              std::string::npos)
        << result.message;
}

TEST(Dumps, AreMadeOfKernelsThatAreCachedAsWell) {
    const own_cache cache;
    const support::temporary_folder folder;
    const ir_kernel kernel("define void @kernel(ptr %f) {\n  ret void\n}\n");
    {
        const host_kernel compiled(kernel);
    }
    ::setenv("NDWEAVE_DUMP_IR", folder.path().c_str(), 1);
    {
        const host_kernel compiled(kernel);
    }
    ::unsetenv("NDWEAVE_DUMP_IR");
    EXPECT_TRUE(fs::exists(folder / "kernel.host.00-normalise-host-flags.ll"));
    const host_kernel third(kernel);
    EXPECT_TRUE(third.view().cache_hit) << "it was in the cache all the time";
}

}  // namespace
}  // namespace ndweave::compiler::testing

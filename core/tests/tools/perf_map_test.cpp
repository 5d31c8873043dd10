// The names that Linux' perf gives to machine code of kernels.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "ndweave/reports/compiler_report.hpp"
#include "support/command.hpp"
#include "support/temporary_folder.hpp"

namespace ndweave::tests {
namespace {

struct named_range {
    std::uintptr_t begin, bytes;
    std::string name;
};

class PerfMap : public ::testing::Test {
protected:
    void TearDown() override {
        for (const std::string& path : maps_) unlink(path.c_str());
    }

    support::command_result run(const std::string& how, const std::string& variables = "NDWEAVE_PERF=1") {
        const support::command_result r = support::run_command(variables + " " PERF_PROBE " " + how);
        std::istringstream words(r.output);
        for (std::string word, number; words >> word >> number;) {
            if (word == "process") maps_.insert("/tmp/perf-" + number + ".map");
        }
        return r;
    }

    /// Behind each `word` of what the probe said.
    static std::vector<std::uintptr_t> addresses(const std::string& output, const std::string& word) {
        std::vector<std::uintptr_t> found;
        std::istringstream words(output);
        for (std::string said, number; words >> said >> number;) {
            if (said == word) found.push_back(std::stoul(number, nullptr, 16));
        }
        return found;
    }

    std::vector<named_range> names() const {
        std::vector<named_range> all;
        std::ifstream file(maps_.empty() ? "" : *maps_.begin());
        for (std::string line; std::getline(file, line);) {
            std::istringstream fields(line);
            named_range r{};
            fields >> std::hex >> r.begin >> r.bytes;
            std::getline(fields >> std::ws, r.name);
            all.push_back(r);
        }
        return all;
    }

    std::string name_at(std::uintptr_t address) const {
        for (const named_range& r : names()) {
            if (address - r.begin < r.bytes) return r.name;
        }
        return "nothing";
    }

    std::set<std::string> maps_;
};

class PerfMapOfKernels : public PerfMap {
protected:
    void SetUp() override {
        if (!kernel_compiler_report().problem.empty()) GTEST_SKIP() << "kernels are not extracted in this build";
    }
};

TEST_F(PerfMapOfKernels, TimeOfAKernelIsInARangeWithItsName) {
    const support::temporary_folder cache;
    for (const char* const from : {"the compiler", "the cache"}) {
        SCOPED_TRACE(from);
        maps_.clear();
        const auto r = run("kernel", "NDWEAVE_PERF=1 NDWEAVE_CACHE_DIR=" + (cache / "kernels"));
        ASSERT_EQ(r.status, 0) << r.output;
        const auto samples = addresses(r.output, "sample");
        ASSERT_EQ(samples.size(), 1u);
        const std::string name = name_at(samples[0]);
        EXPECT_NE(name.find("long_kernel"), std::string::npos) << name;
        EXPECT_NE(name.find("[loop"), std::string::npos) << name;
        TearDown();
    }
}

TEST_F(PerfMapOfKernels, ChildOfAForkHasAMapOfItsOwn) {
    const auto r = run("forked");
    ASSERT_EQ(r.status, 0) << r.output;
    const auto samples = addresses(r.output, "sample");
    ASSERT_EQ(samples.size(), 1u);
    EXPECT_NE(name_at(samples[0]).find("long_kernel"), std::string::npos);
    for (const named_range& range : names())
        EXPECT_EQ(range.name.find("of_the_parent"), std::string::npos) << "perf knows it from the parent's map";
}

TEST_F(PerfMapOfKernels, VariantsAreTold) {
    const auto r = run("both");
    ASSERT_EQ(r.status, 0) << r.output;
    std::set<std::string> ends;
    for (const named_range& range : names()) ends.insert(range.name.substr(range.name.rfind('[')));
    EXPECT_EQ(ends, (std::set<std::string>{"[cbs, 1 x 16]", "[cbs, 1 x 32]"}));
}

TEST_F(PerfMap, CodeThatIsGoneLeavesItsAddressesToNobody) {
    const auto r = run("images");
    ASSERT_EQ(r.status, 0) << r.output;
    const auto code = addresses(r.output, "code");
    ASSERT_EQ(code.size(), 2u);
    EXPECT_NE(code[0], code[1]);
    EXPECT_EQ(names().size(), 2u) << "once for each address";
    EXPECT_EQ(name_at(code[0]), "first image");
    EXPECT_EQ(name_at(code[1]), "second image");
}

TEST_F(PerfMap, IsTheUsersAlone) {
    ASSERT_EQ(run("images").status, 0);
    ASSERT_EQ(maps_.size(), 1u);
    struct stat status{};
    ASSERT_EQ(lstat(maps_.begin()->c_str(), &status), 0);
    EXPECT_EQ(status.st_mode, S_IFREG | 0600u);
    EXPECT_EQ(status.st_uid, geteuid());
}

/// The shell becomes the probe: it knows the process' number before.
TEST_F(PerfMap, LinksInItsPlaceAreReplaced) {
    const support::temporary_folder folder;
    const std::string mine = folder / "mine";
    std::ofstream(mine) << "mine";
    const auto r = run("images", "ln -s " + mine + " /tmp/perf-$$.map; NDWEAVE_PERF=1 exec");
    ASSERT_EQ(r.status, 0) << r.output;
    ASSERT_EQ(maps_.size(), 1u);
    EXPECT_FALSE(std::filesystem::is_symlink(*maps_.begin()));
    EXPECT_EQ(names().size(), 2u);
    std::string text;
    std::ifstream(mine) >> text;
    EXPECT_EQ(text, "mine");
}

TEST_F(PerfMapOfKernels, ThatCannotBeWrittenIsAnErrorOfTheLaunch) {
    const auto r = run("both", "p=/tmp/perf-$$.map; mkdir $p; NDWEAVE_PERF=1 exec");
    EXPECT_EQ(r.status, 1);
    const std::string start = "NDWEAVE_PERF is '1', and /tmp/perf-";
    EXPECT_EQ(r.output.find(start), 0u) << r.output;
    EXPECT_NE(r.output.find(".map cannot be written: "), std::string::npos) << r.output;
    const std::string number = r.output.substr(start.size(), r.output.find('.') - start.size());
    EXPECT_EQ(rmdir(("/tmp/perf-" + number + ".map").c_str()), 0);
}

TEST_F(PerfMapOfKernels, ThereIsNoneUnlessAskedFor) {
    for (const char* const variables : {"NDWEAVE_PERF=0", "NDWEAVE_PERF="}) {
        ASSERT_EQ(run("both", variables).status, 0);
        ASSERT_EQ(maps_.size(), 1u);
        EXPECT_NE(::access(maps_.begin()->c_str(), F_OK), 0) << variables;
        maps_.clear();
    }
}

}  // namespace
}  // namespace ndweave::tests

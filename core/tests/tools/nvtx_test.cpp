// Ranges of NVTX, as a profiler gets them.
#include <gtest/gtest.h>

#include "ndweave/reports/compiler_report.hpp"
#include "support/command.hpp"
#include "support/temporary_folder.hpp"
#include "tools/tool_log.hpp"

namespace ndweave::tests {
namespace {

class Nvtx : public ::testing::Test {
protected:
    /// The profiler's lines, each split.
    std::vector<std::vector<std::string>> lines_of(const std::string& how, const std::string& variables = "") {
        const support::command_result run = support::run_command(
            "TOOL_LOG=" + log_ +
            " NDWEAVE_DEVICE=cpu NDWEAVE_COMPILE_AHEAD=0 NVTX_INJECTION64_PATH=" NVTX_PROFILER " " + variables +
            " " TOOL_PROBE " " + how);
        EXPECT_EQ(run.output, "ok\n");
        std::vector<std::vector<std::string>> lines;
        std::ifstream file(log_);
        for (std::string line; std::getline(file, line);) lines.push_back(split(line, '|'));
        return lines;
    }

    const support::temporary_folder folder_;
    const std::string log_ = folder_ / "log";
};

/// Ranges by their text, and how many bytes the first of it has. Ranges of each thread end in turn.
std::map<std::string, std::pair<int, std::string>> ranges_of(const std::vector<std::vector<std::string>>& lines) {
    std::map<std::string, std::pair<int, std::string>> ranges;
    std::map<std::string, int> open;
    for (const auto& line : lines) {
        if (line.at(0) == "domain" || line.at(0) == "thread") continue;
        int& depth = open[line[0]];
        if (line.at(1) == "push") {
            ++depth;
            auto& [count, bytes] = ranges[line.at(2)];
            if (count++ == 0) bytes = line.at(3);
        } else {
            EXPECT_EQ(line[1], "pop");
            EXPECT_GE(--depth, 0);
        }
    }
    for (const auto& [thread, depth] : open) EXPECT_EQ(depth, 0);
    return ranges;
}

int launches_in(const std::vector<std::vector<std::string>>& lines) {
    int count = 0;
    for (const auto& [name, range] : ranges_of(lines))
        count += name.starts_with("compile ") || name.starts_with("ndweave: wait") ? 0 : range.first;
    return count;
}

TEST_F(Nvtx, CommandsAreRangesByName) {
    const auto lines = lines_of("everything", "NDWEAVE_CACHE_DIR=/dev/null");
    ASSERT_FALSE(lines.empty());
    EXPECT_EQ(lines[0], (std::vector<std::string>{"domain", "ndweave"}));
    const auto ranges = ranges_of(lines);
    const auto count_with = [&](const std::string& part) {
        int count = 0;
        for (const auto& [name, range] : ranges) count += name.find(part) != std::string::npos ? range.first : 0;
        return count;
    };
    const int compilations = kernel_compiler_report().problem.empty() ? 1 : 0;
    for (const char* const kernel : {"add_one", "sum_up", "one_by_one"})
        EXPECT_EQ(count_with(kernel), 1 + compilations) << kernel;
    EXPECT_EQ(ranges.at("copy"), (std::pair<int, std::string>{2, "4000"}));
    EXPECT_GE(ranges.at("fill").first, 2);
    EXPECT_EQ(ranges.at("fill").second, "4000");
    EXPECT_GE(ranges.at("ndweave: wait for cpu:0").first, 2);
}

TEST_F(Nvtx, RangesOfThreadsAreTheirOwn) {
    const auto lines = lines_of("asynchronous");
    EXPECT_EQ(launches_in(lines), 200);
    const std::vector<std::string> named = {"thread", "own", "queue of cpu:0"};
    EXPECT_EQ(std::ranges::count(lines, named), 4);
}

TEST_F(Nvtx, ChildrenOfForksHaveNone) { EXPECT_EQ(launches_in(lines_of("forked")), 2); }

TEST_F(Nvtx, ProfilersThatRefuseOrAreNotThereAreLeftAlone) {
    EXPECT_TRUE(lines_of("graphs", "TOOL_REFUSES=1").empty());
    EXPECT_TRUE(lines_of("graphs", "NVTX_INJECTION64_PATH=/nowhere/profiler.so").empty());
    EXPECT_TRUE(lines_of("graphs", "NVTX_INJECTION64_PATH=" LOGGING_TOOL).empty());
}

}  // namespace
}  // namespace ndweave::tests

// The timeline of a run: what stands in it, on a device that runs commands at once and on one that runs them later.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>

#include "cli/exit_code.hpp"
#include "record/safe_json.hpp"
#include "support/temporary_folder.hpp"
#include "system/child.hpp"
#include "tests/text_of.hpp"

namespace ndweave::harness {
namespace {

child_result run(std::vector<std::string> arguments, std::map<std::string, std::string> environment = {}) {
    child_request request;
    request.command = {HARNESS_BINARY, "run", "--app", "kernels"};
    request.command.insert(request.command.end(), arguments.begin(), arguments.end());
    request.environment = std::move(environment);
    return run_child(request);
}

struct timeline_row {
    std::string name;
    std::vector<json> intervals;
};

/// By process and row.
std::map<std::pair<int, int>, timeline_row> rows_of(const std::string& text) {
    std::map<std::pair<int, int>, timeline_row> rows;
    const json whole = json::parse(text);
    for (const json& event : whole.at("traceEvents")) {
        const std::string kind = event.at("ph");
        if (kind == "M" && event.at("name") == "thread_name")
            rows[{event.at("pid"), event.at("tid")}].name = event.at("args").at("name");
        if (kind == "X") rows[{event.at("pid"), event.at("tid")}].intervals.push_back(event);
    }
    return rows;
}

std::size_t count(const timeline_row& row, const std::string& category, const std::string& name) {
    std::size_t found = 0;
    for (const json& one : row.intervals)
        found += one.at("cat") == category && one.at("name").get<std::string>().find(name) != std::string::npos;
    return found;
}

TEST(Trace, ShowsTheCpusKernelsInTheThreadThatLaunchedThem) {
    const support::temporary_folder folder;
    const child_result r = run({"--backend", "cpu", "--trace", folder / "t.json"});
    ASSERT_EQ(r.code, exit_ok) << r.messages;
    const auto rows = rows_of(text_of(folder / "t.json"));
    ASSERT_EQ(rows.size(), 1u);
    const timeline_row& row = rows.begin()->second;
    EXPECT_EQ(count(row, "kernel", "scale_name"), 1u);
    EXPECT_EQ(count(row, "kernel", "reverse_name"), 1u);
    EXPECT_EQ(count(row, "compile", "scale_name"), 1u);
    EXPECT_GE(count(row, "wait", "wait"), 1u);
    for (const json& one : row.intervals) {
        EXPECT_GE(one.at("dur").get<double>(), 0);
        EXPECT_GT(one.at("ts").get<double>(), 0);
    }
    std::size_t files = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder / "")) ++files;
    EXPECT_EQ(files, 1u) << "those of workers are gone";
}

TEST(Trace, HasARowForWhatADeviceDoesLater) {
    const support::temporary_folder folder;
    const child_result r = run({"--backend", "opencl", "--trace", folder / "t.json"});
    if (r.code == exit_unavailable) GTEST_SKIP() << "no OpenCL device";
    ASSERT_EQ(r.code, exit_ok) << r.messages;
    bool submitted = false, ran = false;
    for (const auto& [place, row] : rows_of(text_of(folder / "t.json"))) {
        submitted = submitted || count(row, "launch", "reverse_name") == 1;
        if (!row.name.starts_with("opencl")) continue;
        ran = ran || (count(row, "kernel", "scale_name") == 1 && count(row, "kernel", "reverse_name") == 1);
        double end = 0;  // one after the other
        for (const json& one : row.intervals) {
            EXPECT_GE(one.at("ts").get<double>() + 0.01, end);
            end = one.at("ts").get<double>() + one.at("dur").get<double>();
        }
    }
    EXPECT_TRUE(submitted);
    EXPECT_TRUE(ran);
}

TEST(Trace, PlacesThatTakeNoFileAreErrors) {
    EXPECT_EQ(run({"--backend", "cpu", "--trace", "/nowhere/t.json"}).code, exit_usage);
    const child_result r = run({"--backend", "cpu"}, {{"NDWEAVE_TRACE", "/nowhere/t.json"}});
    EXPECT_NE(r.code, exit_ok);
    EXPECT_NE(r.messages.find("NDWEAVE_TRACE is '/nowhere/t.json', which cannot be written: No such file"),
              std::string::npos)
        << r.output << r.messages;
}

}  // namespace
}  // namespace ndweave::harness

// Variables of the environment: what cannot be is an error on every device, what cannot be honoured is told.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include "ndweave/ndweave.hpp"
#include "ndweave/reports/compiler_report.hpp"
#include "ndweave/reports/validation_log.hpp"
#include "ndweave/reports/variable_report.hpp"
#include "runtime/error_of.hpp"
#include "runtime/with_variable.hpp"
#include "support/command.hpp"
#include "support/temporary_folder.hpp"

namespace ndweave {
namespace {

using testing::error_of;
using testing::with_variable;

struct wrong_value {
    const char* name;
    const char* value;
    const char* allowed;  // part of what the error says it may be
};

std::ostream& operator<<(std::ostream& out, const wrong_value& v) { return out << v.name << '=' << v.value; }

class WrongValue : public ::testing::TestWithParam<wrong_value> {
protected:
    void expect_named(const exception& e) const {
        const auto [name, value, allowed] = GetParam();
        EXPECT_EQ(e.code(), errc::invalid) << e.what();
        const std::string start = std::string(name) + " is '" + value + "': it must be ";
        EXPECT_EQ(std::string(e.what()).find(start), 0u) << e.what();
        EXPECT_NE(std::string(e.what()).find(allowed, start.size()), std::string::npos) << e.what();
    }
};

TEST_P(WrongValue, IsAnErrorOfEveryDevice) {
    const std::vector<device> devices = device::get_devices();
    const with_variable wrong(GetParam().name, GetParam().value);
    expect_named(error_of([] { device::get_devices(); }));
    expect_named(error_of([] { device("cpu"); }));
    expect_named(error_of([] { device(); }));
    for (const device& d : devices) {
        SCOPED_TRACE(d.identifier());
        expect_named(error_of([&] { queue{d}; }));
    }
}

TEST_P(WrongValue, IsReported) {
    const with_variable wrong(GetParam().name, GetParam().value);
    const auto reports = variable_reports();
    const auto found = std::ranges::find(reports, GetParam().name, &variable_report::name);
    ASSERT_NE(found, reports.end());
    EXPECT_EQ(found->value, GetParam().value);
    EXPECT_TRUE(found->known);
    EXPECT_NE(found->problem.find(GetParam().allowed), std::string::npos) << found->problem;
}

INSTANTIATE_TEST_SUITE_P(
    OfEachVariable, WrongValue,
    ::testing::Values(
        wrong_value{"NDWEAVE_DEVICE", "gpu", "cuda:0"}, wrong_value{"NDWEAVE_CPU", "fast", "fiber"},
        wrong_value{"NDWEAVE_CPU_BIND", "socket", "none or cores"},
        wrong_value{"NDWEAVE_CPU_THREADS", "0", "1 or more"}, wrong_value{"NDWEAVE_CPU_THREADS", "two", "1 or more"},
        wrong_value{"NDWEAVE_CHECK", "yes", "0 or 1"}, wrong_value{"NDWEAVE_VALIDATE", "2", "share"},
        wrong_value{"NDWEAVE_VALIDATE", "nan", "share"}, wrong_value{"NDWEAVE_VALIDATE_LOG", "log", "absolute"},
        wrong_value{"NDWEAVE_TRACE", "t.json", "absolute"}, wrong_value{"NDWEAVE_PERF", "map", "0 or 1"},
        wrong_value{"NDWEAVE_RECORD_KERNELS", "recording", "absolute"},
        wrong_value{"NDWEAVE_TOOLS_LIBS", "tool.so", "absolute"},
        wrong_value{"NDWEAVE_TOOLS_LIBS", "/usr/lib/one.so;other.so", "absolute"},
        wrong_value{"NDWEAVE_COMPILE_AHEAD", "never", "0 or 1"},
        wrong_value{"NDWEAVE_CONSTANT_CAPTURES", "always", "0, 1 or eager"},
        wrong_value{"NDWEAVE_PLUGIN_PATH", "/usr:plugins", "absolute"},
        wrong_value{"NDWEAVE_PLUGIN_PATH", ".", "absolute"}, wrong_value{"NDWEAVE_CACHE_DIR", "cache", "absolute"},
        wrong_value{"NDWEAVE_CACHE_DIR", "~/cache", "absolute"}, wrong_value{"NDWEAVE_CACHE_MIB", "much", "0 or more"},
        wrong_value{"NDWEAVE_CACHE_MIB", "-1", "0 or more"}, wrong_value{"NDWEAVE_CACHE_MIB", "1G", "0 or more"},
        wrong_value{"NDWEAVE_DUMP_IR", "dumps", "absolute"}, wrong_value{"NDWEAVE_DUMP_CODE", "./dumps", "absolute"},
        wrong_value{"NDWEAVE_LEAVE_OUT_PASSES", "prefetch-rows:prefetch-results", "commas"},
        wrong_value{"NDWEAVE_CUDA_PATH", "cuda", "absolute"},
        wrong_value{"NDWEAVE_HIP_LIBRARY", "libamdhip64.so", "absolute"},
        wrong_value{"NDWEAVE_OPENCL_SVM", "2", "0 or 1"}),
    [](const auto& info) { return std::string(info.param.name) + "_" + std::to_string(info.index); });

TEST(Environment, EveryVariableHasAWrongValueAboveButTheProcessorsName) {
    std::vector<std::string> tried;
    for (const auto& [name, value, allowed] : {wrong_value{"NDWEAVE_CPU_NAME", "", ""}}) tried.emplace_back(name);
    const auto& suite = *::testing::UnitTest::GetInstance();
    for (int s = 0; s < suite.total_test_suite_count(); ++s) {
        const ::testing::TestSuite& one = *suite.GetTestSuite(s);
        if (std::string(one.name()) != "OfEachVariable/WrongValue") continue;
        for (int t = 0; t < one.total_test_count(); ++t) {
            const std::string value = one.GetTestInfo(t)->value_param();
            tried.push_back(value.substr(0, value.find('=')));
        }
    }
    for (const std::string& name : variable_names()) EXPECT_EQ(std::ranges::count(tried, name) > 0, true) << name;
}

TEST(Environment, EmptyIsAsIfItWereNotSet) {
    for (const std::string& name : variable_names()) {
        const with_variable empty(name.c_str(), "");
        EXPECT_NO_THROW(queue{device("cpu")}.single_task([] {})) << name;
    }
}

TEST(Environment, WhatBecomesWrongBeforeACompilationIsAnErrorOfTheLaunch) {
    if (!kernel_compiler_report().problem.empty()) GTEST_SKIP() << "nothing is compiled in this build";
    queue q{device("cpu")};
    const with_variable wrong("NDWEAVE_CACHE_MIB", "much");
    const exception e = error_of([&] { q.parallel_for(range<1>(3), [](id<1>) {}); });
    EXPECT_EQ(e.code(), errc::invalid) << e.what();
    EXPECT_EQ(std::string(e.what()).find("NDWEAVE_CACHE_MIB is 'much'"), 0u) << e.what();
}

/// What the report says against the value; nothing where it does not tell of the variable.
std::optional<std::string> problem_of(const char* name, const std::string& value) {
    const with_variable set(name, value);
    for (const variable_report& r : variable_reports()) {
        if (r.name == name) return r.problem;
    }
    return std::nullopt;
}

TEST(VariableReports, OfWhatIsHonouredHaveNoProblem) {
    const support::temporary_folder folder;
    EXPECT_EQ(problem_of("NDWEAVE_DEVICE", "cpu"), "");
    EXPECT_EQ(problem_of("NDWEAVE_CPU_THREADS", "1"), "");
    EXPECT_EQ(problem_of("NDWEAVE_VALIDATE", "0.5"), "");
    EXPECT_EQ(problem_of("NDWEAVE_VALIDATE_LOG", folder / "log"), "");
    EXPECT_EQ(problem_of("NDWEAVE_PLUGIN_PATH", folder.path().string() + "::/usr"), "");
    if (!kernel_compiler_report().problem.empty()) return;
    EXPECT_EQ(problem_of("NDWEAVE_CPU_NAME", "x86-64"), "");
    EXPECT_EQ(problem_of("NDWEAVE_CACHE_DIR", folder / "cache"), "");
    EXPECT_EQ(problem_of("NDWEAVE_CACHE_MIB", "0"), "");
    EXPECT_EQ(problem_of("NDWEAVE_DUMP_IR", folder / "dumps"), "");
}

TEST(VariableReports, SayWhyAValueIsNotHonoured) {
    const support::temporary_folder folder;
    std::ofstream(folder / "file") << "x";
    const std::string below_a_file = folder / "file/below";
    const auto expect = [](const char* name, const std::string& value, const char* part) {
        const auto problem = problem_of(name, value);
        ASSERT_TRUE(problem) << name;
        EXPECT_NE(problem->find(part), std::string::npos) << name << ": " << *problem;
    };
    expect("NDWEAVE_DEVICE", "cpu:3", "cpu has 1 device");
    expect("NDWEAVE_CPU_THREADS", "4000000000", "at most ");
    expect("NDWEAVE_VALIDATE_LOG", below_a_file, "cannot be written");
    expect("NDWEAVE_VALIDATE_LOG", folder.path(), "cannot be written");
    expect("NDWEAVE_PLUGIN_PATH", "/usr:/nowhere/one", "there is no folder /nowhere/one");
    expect("NDWEAVE_TOOLS_LIBS", folder / "file" + ":/nowhere/tool.so", "/nowhere/tool.so: there is no such file");
    expect("NDWEAVE_HIP_LIBRARY", "/nowhere/libamdhip64.so", "no such file");
    if (const std::string problem = kernel_compiler_report().problem; !problem.empty()) {
        return expect("NDWEAVE_CACHE_DIR", folder.path(), problem.c_str());
    }
    expect("NDWEAVE_CACHE_DIR", "/dev/null", "no folder");
    expect("NDWEAVE_CACHE_DIR", below_a_file, "no folder");
    expect("NDWEAVE_DUMP_IR", below_a_file, "cannot be made");
    expect("NDWEAVE_DUMP_CODE", below_a_file, "cannot be made");
    expect("NDWEAVE_LEAVE_OUT_PASSES", "specialise,specialize", "no pass 'specialize'");
    expect("NDWEAVE_CUDA_PATH", folder.path(), "no libdevice.10.bc");
    std::filesystem::permissions(folder.path(), std::filesystem::perms::all);
    expect("NDWEAVE_CACHE_DIR", folder.path(), "others can write it");
}

TEST(VariableReports, TellOfNamesThatNobodyReads) {
    const with_variable typing_mistake("NDWEAVE_CACHE_DR", "/tmp");
    const auto reports = variable_reports();
    const auto found = std::ranges::find(reports, "NDWEAVE_CACHE_DR", &variable_report::name);
    ASSERT_NE(found, reports.end());
    EXPECT_FALSE(found->known);
    EXPECT_FALSE(found->problem.empty());
    EXPECT_NO_THROW(queue{device("cpu")}) << "another version may read it";
}

TEST(ValidationLog, ThatCannotBeWrittenIsAnErrorOfTheLaunch) {
    const with_variable validate("NDWEAVE_VALIDATE", "1"), log("NDWEAVE_VALIDATE_LOG", "/dev/null/log");
    queue q{device("cpu")};
    const exception e = error_of([&] { q.parallel_for(range<1>(3), [](id<1>) {}); });
    EXPECT_EQ(e.code(), errc::runtime);
    EXPECT_EQ(std::string(e.what()).find("NDWEAVE_VALIDATE_LOG is '/dev/null/log', which cannot be written: "), 0u)
        << e.what();
}

#if defined(__has_feature)
constexpr bool looks_for_leaks = __has_feature(address_sanitizer);
#else
constexpr bool looks_for_leaks = false;
#endif

/// A program that runs with other rights than whoever starts it must not do as that one's environment says.
TEST(SetUserIdProgram, IgnoresVariablesThatNameFiles) {
    if (geteuid() != 0) GTEST_SKIP() << "only root can make a program of another user";
    if (looks_for_leaks) GTEST_SKIP() << "LeakSanitizer ends such a process, since it cannot look into it";
    const support::temporary_folder folder;
    const std::string program = folder / "probe";
    std::filesystem::copy_file(NDWEAVE_STRATEGY_PROBE, program);
    ASSERT_EQ(chown(program.c_str(), 65534, 65534), 0);
    ASSERT_EQ(chmod(program.c_str(), 04755), 0);
    ASSERT_EQ(chmod(folder.path().c_str(), 0777), 0);
    const std::string variables = "NDWEAVE_CACHE_DIR=" + (folder / "cache") +
                                  " NDWEAVE_PLUGIN_PATH=relative NDWEAVE_DUMP_IR=" + (folder / "dumps") +
                                  " NDWEAVE_PERF=1 NDWEAVE_TOOLS_LIBS=/nowhere/tool.so NDWEAVE_VALIDATE=1"
                                  " NDWEAVE_VALIDATE_LOG=" +
                                  (folder / "log");
    const std::string start = variables + " " + program;
    const support::command_result as_another = support::run_command(start + " auto");
    if (as_another.status == 127) GTEST_SKIP() << "it does not start";
    EXPECT_EQ(as_another.output, "ok\n");
    const support::command_result reports = support::run_command(start + " reports");
    EXPECT_NE(reports.output.find("NDWEAVE_CACHE_DIR: ignored"), std::string::npos) << reports.output;
    EXPECT_EQ(reports.output.find("NDWEAVE_VALIDATE: ignored"), std::string::npos) << reports.output;
    EXPECT_NE(reports.output.find("NDWEAVE_PERF: ignored"), std::string::npos) << reports.output;
    for (const char* name : {"cache", "dumps", "log"}) EXPECT_FALSE(std::filesystem::exists(folder / name)) << name;
    EXPECT_NE(support::run_command(variables + " " NDWEAVE_STRATEGY_PROBE " auto").output.find("NDWEAVE_"),
              std::string::npos)
        << "the same program without the other's rights refuses them";
}

}  // namespace
}  // namespace ndweave

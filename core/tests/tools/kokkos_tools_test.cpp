// Libraries for Kokkos Tools hear of what a program does, as they would of one that uses Kokkos.
#include <gtest/gtest.h>

#include "ndweave/reports/compiler_report.hpp"
#include "support/command.hpp"
#include "support/temporary_folder.hpp"
#include "tools/tool_log.hpp"

namespace ndweave::tests {
namespace {

using support::run_command;

class KokkosTools : public ::testing::Test {
protected:
    /// What the tool hears of the probe, which says `expected`.
    tool_log log_of(const std::string& how, const std::string& variables = "", const std::string& expected = "ok\n") {
        EXPECT_EQ(probe(how, "NDWEAVE_TOOLS_LIBS=" LOGGING_TOOL " " + variables), expected);
        return read_tool_log(log_);
    }

    std::string probe(const std::string& how, const std::string& variables) {
        const support::command_result run =
            run_command("TOOL_LOG=" + log_ + " NDWEAVE_DEVICE=cpu " + variables + " " TOOL_PROBE " " + how);
        EXPECT_EQ(run.status, 0) << run.output;
        return run.output;
    }

    static bool has_compiler() { return kernel_compiler_report().problem.empty(); }

    const support::temporary_folder folder_;
    const std::string log_ = folder_ / "log";
};

TEST_F(KokkosTools, BeginsWithWhatTheToolWantsAndEndsWithItsEnd) {
    const tool_log log = log_of("graphs", "KOKKOS_TOOLS_ARGS='first second'");
    ASSERT_GT(log.size(), 5u);
    EXPECT_EQ(log[0].function, "init_library");
    EXPECT_EQ(log[0].arguments, (std::vector<std::string>{"0", "20240906", "0", "null"}));
    EXPECT_EQ(log[1].function, "request_tool_settings");
    EXPECT_EQ(log[1].arguments, (std::vector<std::string>{"1", "1"})) << "fences are what Kokkos has by default";
    EXPECT_EQ(log[2].function, "provide_tool_programming_interface");
    EXPECT_EQ(log[3].function, "parse_args");
    EXPECT_EQ(log[3].arguments, (std::vector<std::string>{"3", "first"}));
    EXPECT_EQ(log.back().function, "finalize_library");
    EXPECT_EQ(log.back().argument(0), "") << "behind what the tool has of the main thread";
    EXPECT_EQ(calls_of(log, "finalize_library").size(), 1u);
    expect_pairs(log, true);
}

TEST_F(KokkosTools, HearOfKernelsByNameAndOfReductions) {
    const tool_log log = log_of("everything");
    expect_pairs(log, true);
    const auto kernels = calls_of(log, "begin_parallel_for"), reductions = calls_of(log, "begin_parallel_reduce");
    ASSERT_EQ(kernels.size(), 1u);
    EXPECT_NE(kernels[0].argument(0).find("add_one"), std::string::npos) << kernels[0].argument(0);
    EXPECT_EQ(kernels[0].argument(1), "6000001") << "the first queue of the device with threads";
    ASSERT_EQ(reductions.size(), has_compiler() ? 2u : reductions.size());
    if (!has_compiler()) return;  // reductions with names are kernels to a library that knows no more than the name
    EXPECT_NE(reductions[0].argument(0).find("sum_up"), std::string::npos) << reductions[0].argument(0);
    EXPECT_NE(reductions[1].argument(0).find("one_by_one"), std::string::npos) << reductions[1].argument(0);
}

TEST_F(KokkosTools, HearOfMemoryCopiesAndWaits) {
    const tool_log log = log_of("everything");
    const auto allocated = calls_of(log, "allocate_data"), freed = calls_of(log, "deallocate_data");
    ASSERT_EQ(allocated.size(), 3u);
    ASSERT_EQ(freed.size(), 3u);
    for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_EQ(allocated[k].argument(0), "Host");
        EXPECT_EQ(allocated[k].argument(3), "4000");
        EXPECT_EQ(freed[2 - k].arguments, allocated[k].arguments);
    }
    EXPECT_EQ(allocated[0].argument(1), "malloc_device");
    std::vector<std::vector<std::string>> copies;
    for (const tool_call& c : calls_of(log, "begin_deep_copy")) copies.push_back(c.arguments);
    const auto count = [&](const std::vector<std::string>& copy) { return std::ranges::count(copies, copy); };
    EXPECT_EQ(count({"Host", "malloc_device", "Host", "Scalar", "4000"}), 1);
    EXPECT_EQ(count({"Host", "malloc_host", "Host", "malloc_device", "4000"}), 1);
    EXPECT_EQ(count({"Host", "host", "Host", "malloc_device", "400"}), 1);
    EXPECT_EQ(count({"Host", "malloc_shared", "Host", "Scalar", "4"}), 1);
    const auto waits = calls_of(log, "begin_fence");
    ASSERT_GE(waits.size(), 2u);
    EXPECT_EQ(waits[0].argument(0), "ndweave: wait for cpu:0");
    EXPECT_EQ(waits[0].argument(1), "6000001");
}

TEST_F(KokkosTools, CompilationsAreRegionsInFrontOfTheirKernel) {
    if (!has_compiler()) GTEST_SKIP() << "kernels are not extracted in this build";
    const tool_log log = log_of("graphs", "NDWEAVE_CACHE_DIR=/dev/null");
    const auto regions = calls_of(log, "begin_region");
    ASSERT_EQ(regions.size(), 1u);
    EXPECT_NE(regions[0].argument(0).find("compile "), std::string::npos);
    EXPECT_NE(regions[0].argument(0).find("add_one"), std::string::npos);
    const auto first = [&](const char* function) { return std::ranges::find(log, function, &tool_call::function); };
    EXPECT_LT(first("end_region"), first("begin_parallel_for"));
}

TEST_F(KokkosTools, GraphsOfTheCpuAreTheirKernels) {
    EXPECT_EQ(calls_of(log_of("graphs"), "begin_parallel_for").size(), 10u);
}

TEST_F(KokkosTools, ThreadsTakeTurnsWhereTheToolHasFences) {
    const tool_log log = log_of("threads");
    expect_pairs(log, true);
    EXPECT_EQ(calls_of(log, "begin_parallel_for").size(), 200u);
}

TEST_F(KokkosTools, ThreadsAreNotHeldUpOtherwise) {
    const tool_log log = log_of("threads", "TOOL_FENCES=0");
    expect_pairs(log, false);
    EXPECT_EQ(calls_of(log, "begin_parallel_for").size(), 200u);
}

TEST_F(KokkosTools, HearOfSubmissionThreads) {
    for (const char* const fences : {"1", "0"}) {
        std::filesystem::remove(log_);
        const tool_log log = log_of("asynchronous", std::string("TOOL_FENCES=") + fences);
        expect_pairs(log, *fences == '1');
        EXPECT_EQ(calls_of(log, "begin_parallel_for").size(), 200u);
    }
}

TEST_F(KokkosTools, BeginAndEndOnOneThreadThatOutlivesTheFirstQueues) {
    for (const char* const how : {"one-thread", "threads", "asynchronous"}) {
        SCOPED_TRACE(how);
        std::filesystem::remove(log_);
        const tool_log log = log_of(how);
        ASSERT_FALSE(log.empty());
        EXPECT_EQ(log[0].function, "init_library");
        EXPECT_EQ(log.back().function, "finalize_library");
        EXPECT_EQ(log.back().argument(0), "") << "behind what the tool has of the thread that began it";
        EXPECT_EQ(log.back().thread, log[0].thread);
        EXPECT_EQ(calls_of(log, "init_library").size(), 1u);
        EXPECT_EQ(calls_of(log, "finalize_library").size(), 1u);
        EXPECT_TRUE(calls_of(log, "thread_is_over").empty());
    }
}

TEST_F(KokkosTools, MayEndTheProcess) {
    // With no other thread at a kernel, which would lose the threads it shares its work among.
    for (const char* const how : {"graphs", "one-thread"}) {
        const support::command_result run = run_command(
            "TOOL_LOG=" + log_ +
            " TOOL_ENDS_PROCESS=1 NDWEAVE_DEVICE=cpu NDWEAVE_TOOLS_LIBS=" LOGGING_TOOL " " TOOL_PROBE " " + how);
        EXPECT_EQ(run.status, 3) << how << ": " << run.output;
    }
}

TEST_F(KokkosTools, MayAskForFencesThemselves) {
    const tool_log log = log_of("everything", "TOOL_FENCES=0 TOOL_ASKS_FOR_FENCES=1");
    expect_pairs(log, false);
    EXPECT_EQ(calls_of(log, "begin_parallel_for").size(), 1u);
}

TEST_F(KokkosTools, SeveralAreAllCalledInTheirOrder) {
    EXPECT_EQ(probe("graphs", "NDWEAVE_TOOLS_LIBS='" LOGGING_TOOL ";" SECOND_LOGGING_TOOL "'"), "ok\n");
    const tool_log log = read_tool_log(log_);
    const auto begun = calls_of(log, "init_library");
    ASSERT_EQ(begun.size(), 2u);
    EXPECT_EQ(begun[0].argument(0), "0");
    EXPECT_EQ(begun[1].argument(0), "1");
    EXPECT_EQ(calls_of(log, "begin_parallel_for").size(), 20u);
    EXPECT_EQ(calls_of(log, "end_parallel_for").size(), 20u);
    EXPECT_EQ(calls_of(log, "finalize_library").size(), 2u);
}

TEST_F(KokkosTools, HearNothingOfForkedChildren) {
    const tool_log log = log_of("forked");
    for (const tool_call& c : log) EXPECT_EQ(c.process, log[0].process) << c.function;
    EXPECT_EQ(calls_of(log, "begin_parallel_for").size(), 2u);
    EXPECT_EQ(log.back().function, "finalize_library");
}

TEST_F(KokkosTools, HearNothingBehindTheirEnd) {
    for (const char* const how : {"kept-queue", "new-queue", "asynchronous-queue", "atexit-first", "atexit-last"}) {
        SCOPED_TRACE(how);
        std::filesystem::remove(log_);
        const support::command_result run = run_command(
            "TOOL_LOG=" + log_ + " NDWEAVE_DEVICE=cpu NDWEAVE_TOOLS_LIBS=" LOGGING_TOOL " " EXIT_PROBE " " + how);
        EXPECT_EQ(run.status, 0);
        EXPECT_NE(run.output.find("30 at the end"), std::string::npos) << run.output;
        const tool_log log = read_tool_log(log_);
        ASSERT_FALSE(log.empty());
        EXPECT_EQ(log.back().function, "finalize_library");
        EXPECT_EQ(calls_of(log, "finalize_library").size(), 1u);
        expect_pairs(log, true);
    }
}

TEST_F(KokkosTools, KernelsThatFailEndAndThoseThatAreNotCompiledDoNotBegin) {
    if (!has_compiler()) GTEST_SKIP() << "kernels are not extracted in this build";
    const tool_log log = log_of("mistakes", "NDWEAVE_CHECK=1");
    expect_pairs(log, true);
    const auto kernels = calls_of(log, "begin_parallel_for");
    ASSERT_EQ(kernels.size(), 1u);
    EXPECT_NE(kernels[0].argument(0).find("divides"), std::string::npos);
}

TEST_F(KokkosTools, TellOtherDevicesByTheirNumbers) {
    const tool_log log = log_of("everything", "NDWEAVE_DEVICE=null:0");
    const auto kernels = calls_of(log, "begin_parallel_for");
    ASSERT_EQ(kernels.size(), 1u);
    EXPECT_EQ(kernels[0].argument(1), "7000001");
    EXPECT_EQ(calls_of(log, "allocate_data")[0].argument(0), "SYCLDeviceUSM");
    EXPECT_EQ(calls_of(log, "allocate_data")[1].argument(0), "SYCLSharedUSM");
    EXPECT_EQ(calls_of(log, "allocate_data")[2].argument(0), "SYCLHostUSM");
}

TEST_F(KokkosTools, LibrariesThatAreNoneAreErrorsOfTheFirstQueue) {
    const auto error = [&](const std::string& path) { return probe("graphs", "NDWEAVE_TOOLS_LIBS=" + path); };
    EXPECT_EQ(error("/nowhere/tool.so").find("NDWEAVE_TOOLS_LIBS names '/nowhere/tool.so', which cannot be loaded: "),
              0u);
    EXPECT_EQ(error(NVTX_PROFILER).find("NDWEAVE_TOOLS_LIBS names '" NVTX_PROFILER "', which is no library for Kokkos"),
              0u);
    EXPECT_EQ(error(LOGGING_TOOL ":/nowhere/tool.so").find("NDWEAVE_TOOLS_LIBS names '/nowhere/tool.so'"), 0u);
    const std::string of_threads = probe("threads", "NDWEAVE_TOOLS_LIBS=/nowhere/tool.so");
    const std::string one = "NDWEAVE_TOOLS_LIBS names '/nowhere/tool.so'";
    std::size_t errors = 0;
    for (std::size_t at = of_threads.find(one); at != of_threads.npos; at = of_threads.find(one, at + 1)) ++errors;
    EXPECT_EQ(errors, 4u) << of_threads;
    EXPECT_TRUE(read_tool_log(log_).empty()) << "none is begun unless all can be";
}

}  // namespace
}  // namespace ndweave::tests

/// `harness explain`, from outside and as text.
#include <gtest/gtest.h>

#include "cli/exit_code.hpp"
#include "record/safe_json.hpp"
#include "report/explanation.hpp"
#include "support/temporary_folder.hpp"
#include "system/child.hpp"
#include "system/files.hpp"

namespace ndweave::harness {

namespace {

class Explain : public testing::Test {
protected:
    support::temporary_folder folder;

    child_result explain(std::vector<std::string> arguments) {
        child_request request;
        request.command = {HARNESS_BINARY, "explain"};
        request.command.insert(request.command.end(), arguments.begin(), arguments.end());
        request.environment["NDWEAVE_CACHE_DIR"] = folder / "cache";
        request.timeout = 120;
        return run_child(request);
    }

    json kernels(std::vector<std::string> arguments) {
        arguments.insert(arguments.end(), {"--json", folder / "e.json"});
        const child_result r = explain(std::move(arguments));
        EXPECT_EQ(r.code, exit_ok) << r.messages;
        return read_json(folder / "e.json")[0]["kernels"];
    }
};

TEST_F(Explain, TellsEveryKernelOnce) {
    const json found = kernels({"--app", "kernels"});
    ASSERT_EQ(found.size(), 2u) << found;
    EXPECT_EQ(found[0]["work_group"], json::parse("[0]"));
    EXPECT_EQ(found[1]["work_group"], json::parse("[64]"));
    for (const json& kernel : found) EXPECT_NE(kernel["reason"], "");
}

TEST_F(Explain, TellsRegionsVectorsAndTimesAlsoOfCachedKernels) {
    for (const bool cached : {false, true}) {
        SCOPED_TRACE(cached);
        const json found = kernels({"--app", "kernels", "--kernel", "reverse_name"});
        ASSERT_EQ(found.size(), 1u) << found;
        const json& kernel = found[0];
        if (!kernel["compiled"]) GTEST_SKIP() << "no kernel compiler: " << kernel["reason"];
        EXPECT_EQ(kernel["cached"], cached);
        EXPECT_EQ(kernel["strategy"], "cbs");
        EXPECT_GT(kernel["compile_ms"], 0);
        EXPECT_GT(kernel["load_ms"], 0);
        const json& report = kernel["report"];
        EXPECT_EQ(report["regions"], 2);
        EXPECT_EQ(report["heads"][1]["after"], "a barrier");
        ASSERT_FALSE(report["loops"].empty());
        for (const json& loop : report["loops"]) {
            EXPECT_EQ(loop["over"], "work-items") << loop;
            EXPECT_GE(loop.value("lanes", 0), 4) << loop;
            EXPECT_NE(loop.value("file", "").find("kernel_app.cpp"), std::string::npos) << loop;
        }
    }
}

TEST_F(Explain, SaysWhyAKernelIsNotCompiled) {
    const json found = kernels({"--app", "kernels", "--cpu-mode", "fiber", "--kernel", "reverse"});
    ASSERT_EQ(found.size(), 1u) << found;
    EXPECT_EQ(found[0]["strategy"], "fiber");
    EXPECT_EQ(found[0]["compiled"], false);
    EXPECT_EQ(found[0]["reason"], "strategy 'fiber' was asked for");
}

TEST_F(Explain, ARunThatEndsBadlyIsTold) {
    const child_result crash = explain({"--app", "crash"});
    EXPECT_EQ(crash.code, exit_crashed);
    EXPECT_NE(crash.messages.find("SIGSEGV"), std::string::npos) << crash.messages;
    EXPECT_EQ(explain({"--app", "stedy"}).code, exit_usage);
}

TEST(ExplainText, SpeaksOfWorkItemsAndSourceLines) {
    const json kernels = json::parse(R"([{"kernel": "spmv", "strategy": "cbs", "reason": "split at a loop",
        "compiled": true, "compile_ms": 20.5, "load_ms": 0.25, "work_group": [0], "report": {
            "regions": 2, "implicit_barriers": 1, "masked_loops": 2, "split_loops": 1, "streaming_stores": 1,
            "prefetched_results": 4, "prefetched_rows": 1,
            "steps": [{"step": "inline", "ms": 4.5}, {"step": "simplify", "ms": 0.5}, {"step": "legalise", "ms": 0.004},
                      {"step": "a", "ms": 1.5}, {"step": "b", "ms": 1.25}, {"step": "c", "ms": 1},
                      {"step": "generate-code", "ms": 11.25}],
            "heads": [{"after": "the kernel's start"}, {"after": "an implicit barrier", "file": "x/spmv.cpp", "line": 9}],
            "slots": [{"name": "sum", "bytes": 1024, "uniform": false}, {"name": "k", "bytes": 8, "uniform": true}],
            "loops": [{"over": "work-items", "file": "x/spmv.cpp", "line": 9, "lanes": 8, "interleave": 2},
                      {"over": "iterations", "file": "x/spmv.cpp", "line": 12, "reason": "it does not count",
                       "because": {"file": "x/spmv.cpp", "line": 14}}]}}])");
    const std::string text = to_text("a/cpu/small", kernels, false);
    for (const char* part :
         {"cbs: split at a loop",
          "2 regions: 0 barriers, 1 implicit barrier, 2 masked loops (1 without a mask as long as no work-item leaves)",
          "2 values between regions, 1032 bytes for a work-group",
          "the loop over work-items: 8 lanes x 2 interleaved (spmv.cpp:9)",
          "a loop of the kernel (spmv.cpp:12): not vectorized: it does not count (spmv.cpp:14)",
          "1 store bypasses the cache", "4 stores' lines are fetched ahead", "1 load of rows is fetched ahead",
          "20.50 ms cold, 0.250 ms from the cache",
          "slowest     generate-code 11.25, inline 4.50, a 1.50, b 1.25, c 1.00 ms\n"}) {
        EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
    }
    const std::string whole = to_text("a/cpu/small", kernels, true);
    EXPECT_NE(whole.find("sum: 1024 bytes"), std::string::npos);
    EXPECT_NE(whole.find("steps       inline 4.50, simplify 0.500, a 1.50"), std::string::npos) << whole;
    EXPECT_EQ(whole.find("legalise"), std::string::npos) << "a step of no time";
}

}  // namespace

}  // namespace ndweave::harness

#include "measure/external.hpp"

#include <gtest/gtest.h>

namespace ndweave::harness {

TEST(External, SplitsWithoutAShell) {
    EXPECT_EQ(split_command("  a 'b c' \"d\\\"e\" f\\ g ''"),
              (std::vector<std::string>{"a", "b c", "d\"e", "f g", ""}));
    EXPECT_EQ(split_command("x;rm $HOME"), (std::vector<std::string>{"x;rm", "$HOME"}));
    EXPECT_THROW(split_command("a 'b"), apps::usage_error);
    EXPECT_THROW(split_command("  "), apps::usage_error);
}

TEST(External, ReadsBabelStreamTextAndCsv) {
    const std::string text =
        "BabelStream\nFunction    MBytes/sec  Min (sec)   Max         Average     \n"
        "Copy        26401.000   0.02000     0.02300     0.02100     \n"
        "Triad       30000.500   0.03000     0.04000     0.03500     \n";
    const auto rows = parse_upstream("babelstream", text);
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[1].kernel, "triad");
    EXPECT_NEAR(rows[1].fom.work / rows[1].samples[0], 30.0005, 1e-9);
    EXPECT_TRUE(rows[1].check.passed);
    EXPECT_FALSE(parse_upstream("babelstream", text + "Validation failed on a[]. Average error 1\n")[0].check.passed);
    const auto csv = parse_upstream("babelstream",
                                    "function,num_times,n_elements,sizeof,max_mbytes_per_sec,min_runtime,max_runtime,"
                                    "avg_runtime\nDot,100,33554432,8,21500.5,0.025,0.03,0.026\n");
    ASSERT_EQ(csv.size(), 1u);
    EXPECT_NEAR(csv[0].fom.work / csv[0].samples[0], 21.5005, 1e-9);
}

TEST(External, TakesTheBestOfMiniBudesSweep) {
    const std::string block =
        "results:\n  - outcome:             { valid: true, max_diff_%: 0.002 }\n"
        "    param:               { ppwi: 1, wgsize: 1 }\n    raw_iterations:      [20.5,20.25]\n"
        "    avg_ms:              20.375\n    gflop/s:             16.324\n"
        "  - outcome:             { valid: false, max_diff_%: 3.5 }\n"
        "    raw_iterations:      [10.5,10.25]\n    avg_ms:              10.375\n    gflop/s:             32.5\n";
    const auto rows = parse_upstream("minibude", block);
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0].samples, (std::vector<double>{0.0105, 0.01025}));
    EXPECT_NEAR(rows[0].fom.work, 32.5 * 0.010375, 1e-12);
    EXPECT_FALSE(rows[0].check.passed);
}

TEST(External, CloverLeafWithoutATestProblemIsUnverified) {
    const std::string steps = " Wall clock 0.5\n Wall clock 5.125\n";
    const auto bare = parse_upstream("cloverleaf", steps + " This test is considered PASSED\n");
    ASSERT_EQ(bare.size(), 1u);
    EXPECT_EQ(bare[0].samples[0], 5.125);
    EXPECT_FALSE(bare[0].check.checked);
    const std::string problem = " Test problem   2 is within   0.1E-06% of the expected solution\n";
    EXPECT_TRUE(parse_upstream("cloverleaf", steps + problem + " This test is considered PASSED\n")[0].check.passed);
    EXPECT_FALSE(
        parse_upstream("cloverleaf", steps + problem + " This test is considered NOT PASSED\n")[0].check.passed);
}

TEST(External, ReadsTeaLeafAndLulesh) {
    const auto tea = parse_upstream("tealeaf", "This run PASSED (Difference is within 0.0001%)\n Wallclock: 2.54\n");
    ASSERT_EQ(tea.size(), 1u);
    EXPECT_TRUE(tea[0].check.passed);
    EXPECT_EQ(tea[0].samples[0], 2.54);
    const auto rows = parse_upstream("lulesh",
                                     "   Final Origin Energy =  2.025075e+05 \n        MaxRelDiff   = 1.482369e-12\n"
                                     "Elapsed time         =       7.12 (s)\nFOM                  =  2254.12 (z/s)\n");
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0].fom.unit, "kz/s");
    EXPECT_NEAR(rows[0].fom.work / 7.12, 2254.12, 1e-9);
    EXPECT_TRUE(rows[0].check.passed);
}

TEST(External, GarbageGivesNothing) {
    for (const char* app : {"babelstream", "minibude", "cloverleaf", "tealeaf", "lulesh"}) {
        EXPECT_TRUE(parse_upstream(app, "").empty()) << app;
        EXPECT_TRUE(parse_upstream(app, std::string("\0\xff wall cl\nCopy x y", 20)).empty()) << app;
        EXPECT_TRUE(parse_upstream(app, "Elapsed time = ee\nCopy").empty()) << app;
    }
    EXPECT_THROW(parse_upstream("dct8x8", ""), apps::usage_error);
}

TEST(External, AProgramThatIsNotThereOrSaysNothingIsARow) {
    measurement m;
    m.app = "lulesh";
    m.backend = "upstream";
    const json context = {{"hw_id", "h"}, {"env_id", "e"}};
    m.command = "/no/such/program";
    EXPECT_EQ(measure_external(m, context)[0]["status"], "unavailable");
    m.command = "echo nothing";
    EXPECT_EQ(measure_external(m, context)[0]["status"], "error");
    m.command = "false";
    EXPECT_EQ(measure_external(m, context)[0]["status"], "crashed");
    m.command = "echo Elapsed time = 2.5";
    EXPECT_EQ(measure_external(m, context)[0]["fom"]["value"], 2.5);
}

}  // namespace ndweave::harness

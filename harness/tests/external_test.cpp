#include "measure/external.hpp"

#include <gtest/gtest.h>

#include "measure/make_record.hpp"

namespace ndweave::harness {

TEST(External, SplitsWithoutAShell) {
    EXPECT_EQ(split_command("  a 'b c' \"d\\\"e\" f\\ g ''"),
              (std::vector<std::string>{"a", "b c", "d\"e", "f g", ""}));
    EXPECT_EQ(split_command("x;rm $HOME"), (std::vector<std::string>{"x;rm", "$HOME"}));
    EXPECT_THROW(split_command("a 'b"), apps::usage_error);
    EXPECT_THROW(split_command("  "), apps::usage_error);
}

TEST(External, GarbageGivesNoFigure) {
    const std::string million(1'000'000, '1'), blanks(1'000'000, ' '), lines(1'000'000, '\n');
    for (const char* app : {"babelstream", "minibude", "cloverleaf", "tealeaf", "lulesh"}) {
        SCOPED_TRACE(app);
        for (const std::string& output : std::vector<std::string>{
                 std::string(), std::string("\0\xff\xfe", 3), million, "number of elements:" + blanks + million,
                 "Copy" + blanks, "Copy " + million + " " + million, "Copy," + million + "," + million,
                 "Wall clock" + lines, "Wall clock " + std::string(1'000'000, '='),
                 "- outcome: gflop/s:" + million + " avg_ms:" + million, "Elapsed time = nan FOM = inf",
                 "Elapsed time = -", "Wall clock e", "Copy 1e999 1e999"}) {
            for (const apps::result& r : parse_upstream(app, output)) {
                // The record's own check: such a row becomes one of status "error".
                EXPECT_NE(measured_record({}, r).outcome, status::ok) << output.substr(0, 60);
            }
        }
    }
}

// What upstream's OpenMP programs printed, g++ 12, two busy cores.

constexpr const char* babelstream_text = R"(BabelStream
Version: 5.0
Implementation: OpenMP
Running  Classic kernels 10 times in  Classic order 
Number of elements: 262144
Precision: double
Array size: 2.1 MB
Total size: 6.3 MB
Function    MB/s        Min (sec)   Max         Average     
Copy        187137.108  0.00002     0.06615     0.00962     
Mul         187128.759  0.00002     0.01386     0.00157     
Add         190835.234  0.00003     0.02804     0.00315     
Triad       190252.381  0.00003     0.03600     0.00403     
Dot         39049.838   0.00011     0.01170     0.00140     
)";

constexpr const char* babelstream_csv =
    "function,num_times,n_elements,sizeof,max_MB_per_sec,min_runtime,max_runtime,avg_runtime\n"
    "Copy,10,262144,8,187883,2.2324e-05,0.0263581,0.00705066\n"
    "Dot,10,262144,8,39046.2,0.000107419,0.0401422,0.0104933\n";

constexpr const char* minibude_sweep = R"(config:
  iterations:   3
  poses:        256
device: { index: 0,  name: "OMP CPU" }
# (ppwi=1,wgsize=1,valid=1)
results:
  - outcome:             { valid: true, max_diff_%: 0.001 }
    param:               { ppwi: 1, wgsize: 1 }
    raw_iterations:      [142.705,114,110.802,137.862,134.15]
    avg_ms:              127.605
    gflop/s:             1.958
  - outcome:             { valid: true, max_diff_%: 0.000 }
    param:               { ppwi: 4, wgsize: 1 }
    raw_iterations:      [23.4723,53.321,47.4596,52.5986,33.4683]
    avg_ms:              44.509
    gflop/s:             4.562
best: { min_ms: 33.47, max_ms: 52.60, sum_ms: 133.53, avg_ms: 44.51, ppwi: 4, wgsize: 1 }
)";

constexpr const char* cloverleaf_wrong = R"( Step 4 time 0.12 control sound timestep  0.04 1,1 x 0 y 0
 Wall clock 0.0740359
 Average time per cell 2.00835e-06
  Step time per cell    7.87175e-06
 Step 5 time 0.16 control sound timestep  0.04 1,1 x 0 y 0
 Test problem 1 is within 76.1345% of the expected solution
 This test is considered NOT PASSED
 Wall clock 0.0746179
 First step overhead 0
Result:
 - Problem: 1
 - Outcome: FAILED
)";

constexpr const char* cloverleaf_without_problem = R"( Wall clock 0.133704
 First step overhead 0
Result:
 - Problem: none
 - Outcome: PASSED
)";

constexpr const char* tealeaf_wrong = R"( - Solver:   CG
 Timestep 10
 CG: 			10 iterations
 Wallclock: 		0.224s
 Avg. time per cell: 	2.235694e-03
 Error: 		6.635038e-33

 Checking results...
 Expected 1.000000000000000e+00
 Actual   1.575508418327929e+02
 This run FAILED (Difference is within 15655.08418328%)
)";

constexpr const char* lulesh_small = R"(Run completed:
   Problem size        =  5
   MPI tasks           =  1
   Iteration count     =  72
   Final Origin Energy =  7.853665e+03
        MaxRelDiff   = 8.183305e-14

Elapsed time         =        1.3 (s)
Grind time (us/z/c)  =  145.03822 (per dom)  (  1.305344 overall)
FOM                  =  6.8947343 (z/s)
)";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
}

TEST(External, ReadsBabelStreamTextAndCsv) {
    const auto rows = parse_upstream("babelstream", babelstream_text);
    ASSERT_EQ(rows.size(), 5u);
    EXPECT_EQ(rows[3].kernel, "triad");
    EXPECT_NEAR(rows[3].fom.work / rows[3].samples[0], 190.252381, 1e-9);
    EXPECT_NEAR(rows[3].samples[0], 3 * 8 * 262144 / 190252.381e6, 1e-12) << "not the 0.00003 s that are printed";
    EXPECT_TRUE(rows[3].check.passed);
    const std::string failed = std::string(babelstream_text) + "Validation failed on a[]. Average error 1\n";
    EXPECT_FALSE(parse_upstream("babelstream", failed)[0].check.passed);
    const auto binary = parse_upstream("babelstream", replaced(babelstream_text, "MB/s", "MiB/s"));
    EXPECT_NEAR(binary[0].fom.work / binary[0].samples[0], 187137.108 * 1048576e-9, 1e-9);
    const auto csv = parse_upstream("babelstream", babelstream_csv);
    ASSERT_EQ(csv.size(), 2u);
    EXPECT_EQ(csv[1].samples[0], 0.000107419);
    EXPECT_NEAR(csv[1].fom.work / csv[1].samples[0], 39.0462, 1e-9);
}

TEST(External, TakesTheBestOfMiniBudesSweep) {
    const auto rows = parse_upstream("minibude", minibude_sweep);
    ASSERT_EQ(rows.size(), 1u);
    ASSERT_EQ(rows[0].samples.size(), 5u);
    EXPECT_NEAR(rows[0].samples[1], 0.053321, 1e-12);
    EXPECT_NEAR(rows[0].samples[4], 0.0334683, 1e-12);
    EXPECT_EQ(rows[0].warmups, 2);
    EXPECT_NEAR(rows[0].fom.work, 4.562 * 0.044509, 1e-12);
    EXPECT_TRUE(rows[0].check.passed);
    const std::string wrong =
        replaced(minibude_sweep, "valid: true, max_diff_%: 0.000", "valid: false, max_diff_%: 3.5");
    EXPECT_FALSE(parse_upstream("minibude", wrong)[0].check.passed);
}

TEST(External, CloverLeafWithoutATestProblemIsUnverified) {
    const auto bare = parse_upstream("cloverleaf", cloverleaf_without_problem);
    ASSERT_EQ(bare.size(), 1u);
    EXPECT_EQ(bare[0].samples[0], 0.133704);
    EXPECT_FALSE(bare[0].check.checked);
    const auto wrong = parse_upstream("cloverleaf", cloverleaf_wrong);
    ASSERT_EQ(wrong.size(), 1u);
    EXPECT_EQ(wrong[0].samples[0], 0.0746179);
    EXPECT_TRUE(wrong[0].check.checked);
    EXPECT_FALSE(wrong[0].check.passed);
    EXPECT_EQ(wrong[0].check.value, 76.1345);
    const std::string right = replaced(
        replaced(replaced(cloverleaf_wrong, "76.1345", "3.2e-05"), "NOT PASSED", "PASSED"), "FAILED", "PASSED");
    EXPECT_TRUE(parse_upstream("cloverleaf", right)[0].check.passed);
}

TEST(External, ReadsTeaLeafAndLulesh) {
    const auto wrong = parse_upstream("tealeaf", tealeaf_wrong);
    ASSERT_EQ(wrong.size(), 1u);
    EXPECT_EQ(wrong[0].kernel, "cg");
    EXPECT_EQ(wrong[0].samples[0], 0.224);
    EXPECT_FALSE(wrong[0].check.passed);
    EXPECT_EQ(wrong[0].check.value, 15655.08418328);
    EXPECT_TRUE(parse_upstream("tealeaf", replaced(tealeaf_wrong, "FAILED", "PASSED"))[0].check.passed);
    EXPECT_EQ(parse_upstream("tealeaf", replaced(tealeaf_wrong, "   CG", "   PPCG"))[0].kernel, "ppcg");
    const auto rows = parse_upstream("lulesh", lulesh_small);
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0].fom.unit, "kz/s");
    EXPECT_NEAR(rows[0].samples[0], 1.305344, 1e-6) << "not the 1.3 s that are printed";
    EXPECT_NEAR(rows[0].fom.work / rows[0].samples[0], 6.8947343, 1e-9);
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

TEST(External, LongOutputsAreReadAtTheirEnds) {
    std::string steps;
    while (steps.size() < (std::size_t{40} << 20)) steps += " Step       2 time   0.04 control sound timestep 0.04\n";
    const auto rows =
        parse_upstream("cloverleaf", "Using test problem 5\n" + steps + " Wall clock    7.25\nTest PASSED\n");
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0].samples, std::vector<double>{7.25});
    EXPECT_TRUE(rows[0].check.checked);
    EXPECT_TRUE(rows[0].check.passed);
}

TEST(External, NonsenseOfAnyLengthGivesFewRows) {
    std::string lines, blocks;
    while (lines.size() < (std::size_t{1} << 20)) lines += "Copy  1000.0  0.001  0.002 0.0015\n";
    EXPECT_LE(parse_upstream("babelstream", lines).size(), 64u);
    for (int n = 1; n < 4000; ++n) blocks += "- outcome:\ngflop/s: " + std::to_string(n) + "\navg_ms: 1\nvalid: true\n";
    EXPECT_EQ(parse_upstream("minibude", blocks).size(), 1u);
}

TEST(External, AProgramThatIsNotThereOrSaysNothingIsARow) {
    measurement m;
    m.app = "lulesh";
    m.backend = "upstream";
    m.command = "/no/such/program";
    EXPECT_EQ(measure_external(m)[0].outcome, status::unavailable);
    m.command = "echo nothing";
    EXPECT_EQ(measure_external(m)[0].outcome, status::error);
    m.command = "false";
    EXPECT_EQ(measure_external(m)[0].outcome, status::crashed);
    m.command = "echo Elapsed time = 2.5";
    EXPECT_EQ(measure_external(m)[0].fom->value, 2.5);
}

}  // namespace ndweave::harness

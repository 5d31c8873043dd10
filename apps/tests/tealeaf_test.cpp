#include <cmath>
#include <sstream>

#include "tealeaf/eigenvalues.hpp"
#include "tealeaf/problem.hpp"
#include "tests/run_app.hpp"

namespace ndweave::apps {
namespace {

using testing::expect_verified;
using testing::run_app;
using testing::temporary_file;
using testing::usage_error_of;

/// A file of the standard deck with further lines, which overrule those before them.
std::string deck_with(const std::string& lines) {
    std::string text = tealeaf::standard_deck;
    return temporary_file("tea.in", text.insert(text.find("*endtea"), lines));
}

TEST(TeaLeaf, EverySolverReachesThePublishedTemperature) {
    for (const char* solver : {"cg", "jacobi", "chebyshev", "ppcg"}) {
        SCOPED_TRACE(solver);
        const auto rows = run_app("tealeaf", {{"solver", solver}, {"cells", "64"}, {"steps", "1"}});
        expect_verified(rows);
        EXPECT_DOUBLE_EQ(rows.at(0).check.expected, 108.4697720003111);
    }
}

TEST(TeaLeaf, ConjugateGradientsTakeAsManyIterationsAsTheReferenceProgram) {
    const std::string notes = run_app("tealeaf", {{"cells", "128"}, {"steps", "3"}}).at(0).notes.at("iterations");
    std::istringstream counts(notes);
    for (const double expected : {135.0, 130.0, 126.0}) {
        double count = 0;
        ASSERT_TRUE(counts >> count) << notes;
        EXPECT_NEAR(count / expected, 1, 0.02) << notes;
    }
}

TEST(TeaLeaf, ChebyshevTakesNoMoreIterationsThanTheReferenceProgram) {
    const auto rows = run_app("tealeaf", {{"cells", "256"}, {"steps", "2"}, {"solver", "chebyshev"}});
    expect_verified(rows);
    const std::string notes = rows.at(0).notes.at("iterations");
    std::istringstream counts(notes);
    for (const double expected : {230.0, 180.0}) {  // with those of conjugate gradients that it begins with
        double count = 0;
        ASSERT_TRUE(counts >> count) << notes;
        EXPECT_LE(count, expected) << notes;
    }
}

TEST(TeaLeaf, ReadsUpstreamsDecks) {
    const std::string deck = deck_with("x_cells=10\ny_cells=10\nend_step=10\nuse_cg\neps 1.0e-15\n");
    // Measured with the reference program.
    expect_verified(run_app("tealeaf", {{"deck", deck}, {"expect", "157.5508418327929"}}));
}

TEST(TeaLeaf, OddGridsConserveTheHeat) {
    const std::string deck = deck_with("x_cells=37\ny_cells=23\nend_step=3\n");
    for (const char* solver : {"cg", "ppcg"}) expect_verified(run_app("tealeaf", {{"deck", deck}, {"solver", solver}}));
}

TEST(TeaLeaf, NoConvergenceIsAnError) {
    const std::string deck = deck_with("x_cells=64\ny_cells=64\nend_step=1\nmax_iters=5\n");
    try {
        run_app("tealeaf", {{"deck", deck}});
        FAIL() << "five iterations cannot be enough";
    } catch (const std::runtime_error& e) {
        EXPECT_NE(std::string(e.what()).find("did not converge in 5 iterations"), std::string::npos) << e.what();
    }
}

TEST(TeaLeaf, AWrongExpectationFails) {
    EXPECT_FALSE(run_app("tealeaf", {{"cells", "32"}, {"steps", "1"}, {"expect", "1"}}).at(0).check.passed);
}

TEST(TeaLeaf, BadDecksAreRefusedWithTheLine) {
    const auto refusal = [](const std::string& text) {
        return usage_error_of("tealeaf", {{"deck", temporary_file("bad.in", text)}});
    };
    EXPECT_NE(refusal("*tea\nstate 1 density=1 energy=1\nx_cells=many\n*endtea\n").find("line 3"), std::string::npos);
    EXPECT_NE(refusal("*tea\nstate 2 density=1 energy=1\n*endtea\n").find("state 1 was due"), std::string::npos);
    EXPECT_NE(refusal("*tea\nstate 1 density=1 energy=1\n").find("without *endtea"), std::string::npos);
    EXPECT_NE(refusal("*tea\nstate 1 density=-1 energy=1\n*endtea\n").find("positive"), std::string::npos);
    EXPECT_NE(refusal("*tea\nstate 1 density=1 energy=1\nwarp 9\n*endtea\n").find("'warp'"), std::string::npos);
    EXPECT_NE(
        refusal("*tea\nstate 1 density=1 energy=1\nend_time=-1\n*endtea\n").find("line 3: end_time must be positive"),
        std::string::npos);
    EXPECT_NE(refusal("*tea\nstate 1 density=1 energy=1\n\nuse_magic\n*endtea\n").find("line 4: 'use_magic'"),
              std::string::npos);
    EXPECT_NE(usage_error_of("tealeaf", {{"deck", "/nowhere/tea.in"}}).find("/nowhere/tea.in"), std::string::npos);
}

TEST(TeaLeafEigenvalues, MatchTheKnownSpectrumOfTheLaplacian) {
    const int n = 101;
    const std::vector<double> diagonal(n, 2.0), below(n - 1, -1.0);
    const double pi = std::acos(-1.0);
    for (int k : {0, 1, 50, 99, 100}) {
        EXPECT_NEAR(tealeaf::eigenvalue(diagonal, below, k), 2 - 2 * std::cos((k + 1) * pi / (n + 1)), 1e-10) << k;
    }
}

}  // namespace
}  // namespace ndweave::apps

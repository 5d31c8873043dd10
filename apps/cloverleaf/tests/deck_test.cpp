#include <gtest/gtest.h>

#include "problem.hpp"

namespace ndweave::apps::cloverleaf {
namespace {

problem parse(const std::string& body) {
    return parse_problem(leaf_deck("*clover\n" + body + "\n*endclover\n", "d", "clover"));
}

const std::string box = "state 1 density=0.2 energy=1\nxmax=10\nymax=10\n";

TEST(CloverleafDeck, TakesUpstreamsWords) {
    const problem p = parse(box +
                            "state 2 density=1 energy 2.5 geometry=circle xmin=1 ymin=2 radius=3 xvel=4\n"
                            "x_cells=7\ny_cells 9\ninitial_timestep=0.04\ntimestep_rise=1.2\nmax_timestep=0.5\n"
                            "end_time=3.0\nend_step=87\ntest_problem 2\nprofiler_on\ntiles_per_chunk 1\n"
                            "visit_frequency=10 ! for a picture");
    EXPECT_EQ(p.grid.x_cells, 7);
    EXPECT_EQ(p.grid.y_cells, 9);
    EXPECT_EQ(p.first_step, 0.04);
    EXPECT_EQ(p.rise, 1.2);
    EXPECT_EQ(p.largest_step, 0.5);
    EXPECT_EQ(p.end_time, 3);
    EXPECT_EQ(p.end_step, 87);
    EXPECT_EQ(p.test_problem, 2);
    ASSERT_EQ(p.states.size(), 2u);
    EXPECT_EQ(p.states[1].x_velocity, 4);
    EXPECT_EQ(p.states[1].radius, 3);
}

struct bad_deck {
    const char* body;
    const char* reason;
};

class CloverleafBadDeck : public testing::TestWithParam<bad_deck> {};

TEST_P(CloverleafBadDeck, IsAUsageErrorThatSaysWhy) {
    try {
        parse(GetParam().body);
        FAIL() << "no error";
    } catch (const usage_error& e) {
        EXPECT_NE(std::string(e.what()).find(GetParam().reason), std::string::npos) << e.what();
    }
}

INSTANTIATE_TEST_SUITE_P(
    Decks, CloverleafBadDeck,
    testing::Values(bad_deck{"xmax=1\nymax=1", "no state"}, bad_deck{"state 1 density=1 energy=1", "no extent"},
                    bad_deck{"state 1 density=1 energy=1\ncolour=3", "line 3: 'colour' is not known"},
                    bad_deck{"max_timestep=0", "max_timestep must be positive"},
                    bad_deck{"end_time=soon", "'soon' is not a number"}, bad_deck{"end_step=2.5", "not a whole number"},
                    bad_deck{"end_step=0", "not a whole number"}, bad_deck{"x_cells=0", "not a whole number"},
                    bad_deck{"test_problem", "has no value"}));

TEST(CloverleafProblem, AnOverrideMakesTheKnownAnswerVoid) {
    context run;
    run.size = "medium";
    EXPECT_EQ(known_kinetic_energy(make_problem(run)), 1.19316898756307);
    run.params = parameters({{"steps", "3"}});
    EXPECT_EQ(make_problem(run).end_step, 3);
    EXPECT_FALSE(known_kinetic_energy(make_problem(run)));
    run.params = parameters({{"cells_x", "11"}, {"cells_y", "13"}});
    EXPECT_EQ(make_problem(run).grid.x_cells, 11);
    EXPECT_EQ(make_problem(run).grid.y_cells, 13);
    EXPECT_FALSE(known_kinetic_energy(make_problem(run)));
    run.size = "paper";
    EXPECT_FALSE(known_kinetic_energy(make_problem(run)));
    run.params = {};
    EXPECT_EQ(known_kinetic_energy(make_problem(run)), 0.5337321);
}

TEST(CloverleafProblem, ATestProblemOfUnknownAnswerIsNone) {
    EXPECT_FALSE(known_kinetic_energy(parse(box + "test_problem 168")));
    EXPECT_FALSE(known_kinetic_energy(parse(box)));
    EXPECT_EQ(known_kinetic_energy(parse(box + "test_problem 5")), 4.85350315783719);
    EXPECT_EQ(tolerances_of(parse(box + "test_problem 5")).energy, 1e-5);
}

}  // namespace
}  // namespace ndweave::apps::cloverleaf

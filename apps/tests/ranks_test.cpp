// Apps divided among ranks, which are threads here.
#include <ndweave/queue.hpp>
#include <set>

#include "ndweave/partition/threads.hpp"
#include "tests/run_app.hpp"

namespace ndweave::apps {
namespace {

using parameter_map = std::map<std::string, std::string>;

/// The rows that rank 0 gives.
std::vector<result> run_ranks(const std::string& name, const parameter_map& values, int ranks) {
    const application* const app = *std::ranges::find_if(all(), [&](const application* a) { return a->name == name; });
    std::vector<result> rows;
    partition::run_threads(ranks, [&](partition::communicator& world) {
        queue q;
        context run;
        run.queue = &q;
        run.ranks = &world;
        run.backend = q.get_device().backend_name();
        run.size = "small";
        run.params = parameters(values);
        run.repeat = 1;
        const std::vector<result> mine = app->run(run);
        if (world.rank() == 0) rows = mine;
    });
    return rows;
}

TEST(AppsOfRanks, AreVerified) {
    for (const int ranks : {2, 3}) {
        SCOPED_TRACE(std::to_string(ranks) + " ranks");
        testing::expect_verified(
            run_ranks("cloverleaf", {{"cells_x", "60"}, {"cells_y", "40"}, {"steps", "10"}}, ranks));
        testing::expect_verified(run_ranks("peaks", {{"copy", "100000"}}, ranks));
        testing::expect_verified(run_ranks("babelstream", {{"s", "10000"}, {"n", "4"}}, ranks));
        for (const char* solver : {"cg", "jacobi", "chebyshev", "ppcg"}) {
            SCOPED_TRACE(solver);
            const auto rows = run_ranks("tealeaf", {{"solver", solver}, {"cells", "64"}, {"steps", "1"}}, ranks);
            testing::expect_verified(rows);
            EXPECT_DOUBLE_EQ(rows.at(0).check.expected, 108.4697720003111);
            const auto one = testing::run_app("tealeaf", {{"solver", solver}, {"cells", "64"}, {"steps", "1"}});
            EXPECT_NEAR(std::stod(rows.at(0).notes.at("iterations")), std::stod(one.at(0).notes.at("iterations")), 1);
        }
    }
}

TEST(AppsOfRanks, LuleshComputesTheSameBits) {
    const parameter_map values{{"s", "7"}, {"i", "60"}};
    const result one = testing::run_app("lulesh", values).at(0);
    for (const int ranks : {2, 3, 4, 7, 8, 12}) {
        SCOPED_TRACE(std::to_string(ranks) + " ranks");
        const auto rows = run_ranks("lulesh", values, ranks);
        testing::expect_verified(rows);
        for (const char* note : {"origin_energy", "max_abs_diff", "total_abs_diff", "iterations"})
            EXPECT_EQ(rows.at(0).notes.at(note), one.notes.at(note)) << note;
    }
    testing::expect_verified(run_ranks("lulesh", {{"s", "10"}}, 6));
}

TEST(AppsOfRanks, RefuseWhatCannotBeDivided) {
    EXPECT_THROW(run_ranks("tealeaf", {{"cells", "2"}, {"steps", "1"}}, 5), exception);
    EXPECT_THROW(run_ranks("cloverleaf", {{"snapshot", "x.pgm"}}, 2), usage_error);
    EXPECT_THROW(run_ranks("lulesh", {{"snapshot", "x.pgm"}}, 2), usage_error);
    EXPECT_THROW(run_ranks("lulesh", {{"s", "2"}}, 9), exception);
}

}  // namespace
}  // namespace ndweave::apps

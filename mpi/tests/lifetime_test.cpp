// Sessions where somebody else initialises or finalises MPI. Each test is a run of ranks of its own: MPI begins once.
#include <gtest/gtest.h>

#include <ndweave/mpi.hpp>
#include <ndweave/ndweave.hpp>
#include <optional>
#include <string>
#include <thread>

#include "ndweave/partition/all_reduce.hpp"
#include "ndweave/partition/halo.hpp"

namespace ndweave::mpi {
namespace {

int initialize(int wanted) {
    int level = 0;
    MPI_Init_thread(nullptr, nullptr, wanted, &level);
    return level;
}
bool is_finalized() {
    int finalized = 0;
    MPI_Finalized(&finalized);
    return finalized != 0;
}

/// Ghosts and a sum of a line of parts, one cell each.
void expect_exchanges(session& world) {
    queue q{device("cpu")};
    const int me = world.rank();
    double* const data = malloc_device<double>(4, q);  // ghost, cell, ghost, sum
    const partition::grid<1> line({world.size()}, {world.size()});
    partition::halo<double, 1> halo(q, world, line, 1);
    partition::device_reduction<double> reduction(q, world, 1);
    q.single_task([=] {
        data[0] = data[2] = -1;
        data[1] = data[3] = me;
    });
    halo.exchange({{data + 1, {1}, {}}});
    reduction.submit(data + 3, 1, partition::combine::sum);
    double found[4];
    q.copy(static_cast<const double*>(data), found, 4).wait();
    EXPECT_EQ(found[0], me - 1);  // -1: none
    EXPECT_EQ(found[2], me + 1 < world.size() ? me + 1 : -1);
    EXPECT_EQ(found[3], world.size() * (world.size() - 1) / 2);
    free(data, q);
}

std::string why_not() {
    try {
        session world;
    } catch (const exception& e) {
        EXPECT_EQ(e.code(), errc::invalid);
        return e.what();
    }
    return "";
}

TEST(Lifetime, InitialisedByTheSession) {
    {
        session world;
        EXPECT_TRUE(world.any_thread());
        expect_exchanges(world);
    }
    EXPECT_TRUE(is_finalized());
    EXPECT_NE(why_not().find("MPI has been finalised"), std::string::npos);
}

TEST(Lifetime, InitialisedForOneThread) {
    ASSERT_EQ(initialize(MPI_THREAD_SINGLE), MPI_THREAD_SINGLE);
    {
        session world;
        EXPECT_FALSE(world.any_thread());
        expect_exchanges(world);
    }
    EXPECT_FALSE(is_finalized());
    std::string why;
    std::thread([&] { why = why_not(); }).join();
    EXPECT_NE(why.find("initialise with MPI_THREAD_SERIALIZED"), std::string::npos) << why;
    MPI_Finalize();
}

TEST(Lifetime, InitialisedForSeveralThreads) {
    ASSERT_GE(initialize(MPI_THREAD_SERIALIZED), MPI_THREAD_SERIALIZED);
    std::optional<session> world;
    std::thread([&] { world.emplace(); }).join();
    EXPECT_TRUE(world->any_thread());
    expect_exchanges(*world);
    world.reset();
    EXPECT_FALSE(is_finalized());
    MPI_Finalize();
}

TEST(Lifetime, FinalisedBeforeTheSessionEnds) {
    initialize(MPI_THREAD_SERIALIZED);
    session world;
    expect_exchanges(world);
    MPI_Finalize();
}

}  // namespace
}  // namespace ndweave::mpi

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}

// Run as ranks, by run.sh; every rank runs all tests.
#include <gtest/gtest.h>
#include <sched.h>

#include <ndweave/mpi.hpp>
#include <ndweave/ndweave.hpp>
#include <numeric>

#include "ndweave/partition/all_reduce.hpp"
#include "ndweave/partition/halo.hpp"
#include "ndweave/partition/placement.hpp"

namespace ndweave::mpi {
namespace {

using partition::combine;

session& world() {
    static session all;
    return all;
}

TEST(Session, CountsRanksAndMachines) {
    int expected = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &expected);
    EXPECT_EQ(world().size(), expected);
    EXPECT_EQ(world().node_size(), expected);
    EXPECT_EQ(world().node_rank(), world().rank());
    EXPECT_EQ(world().nodes(), 1);
    EXPECT_TRUE(world().any_thread());
}

TEST(Session, Reduces) {
    const double n = world().size();
    double reals[] = {world().rank() + 1.0, -world().rank() - 1.0};
    world().all_reduce(std::span(reals), combine::sum);
    EXPECT_EQ(reals[0], n * (n + 1) / 2);
    EXPECT_EQ(reals[1], -reals[0]);
    double greatest = world().rank();
    world().all_reduce(std::span(&greatest, 1), combine::maximum);
    EXPECT_EQ(greatest, n - 1);
    std::uint64_t least = static_cast<std::uint64_t>(world().rank()) + 7;
    world().all_reduce(std::span(&least, 1), combine::minimum);
    EXPECT_EQ(least, 7u);
}

TEST(Session, GathersAndBroadcasts) {
    const int mine = 10 * world().rank();
    std::vector<int> all(static_cast<std::size_t>(world().size()));
    world().all_gather(&mine, all.data(), sizeof mine);
    for (int r = 0; r < world().size(); ++r) EXPECT_EQ(all[static_cast<std::size_t>(r)], 10 * r);
    int told = world().rank() == world().size() - 1 ? 42 : 0;
    world().broadcast(&told, sizeof told, world().size() - 1);
    EXPECT_EQ(told, 42);
    world().barrier();
}

TEST(Session, SendsAroundTheRing) {
    const int n = world().size(), next = (world().rank() + 1) % n, last = (world().rank() + n - 1) % n;
    for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{100000}}) {
        std::vector<int> sent(count, world().rank()), received(count, -1);
        const partition::message in{last, 5, received.data(), count * sizeof(int)};
        const partition::message out{next, 5, sent.data(), count * sizeof(int)};
        world().start({&in, 1}, {&out, 1})->wait();
        for (const int r : received) ASSERT_EQ(r, last);
    }
}

TEST(Session, HalosAndReductionsOfQueues) {
    for (const char* name : {"cpu", "opencl", "cuda", "hip"}) {
        std::optional<device> d;
        try {
            d = partition::device_of(world(), name, true);
        } catch (const exception&) {
            continue;
        }
        queue q{*d};
        const auto g = partition::grid<1>::over({64}, world().size(), 2);
        const auto part = g.part(world().rank());
        const auto n = static_cast<std::size_t>(part.extent(0));
        double* const data = malloc_device<double>(n + 2, q);
        double* const sum = malloc_device<double>(1, q);
        const auto first = static_cast<double>(part.begin[0]);
        q.parallel_for(range<1>(n + 2),
                       [=](id<1> i) { data[i] = i[0] == 0 || i[0] == n + 1 ? 0 : first + static_cast<double>(i[0]); });
        partition::halo<double, 1> h(q, world(), g, 1);
        partition::device_reduction<double> total(q, world(), 1);
        h.exchange({{data + 1, {1}, {}}});
        for (int again = 0; again < 5; ++again) h.exchange({{data + 1, {1}, {}}});  // as often as one likes
        // Of every line its two neighbours: twice the sum of 1 to 64, but for the ends' outer ones.
        q.parallel_for(range<1>(n), reduction(sum, plus<double>(), property::reduction::initialize_to_identity()),
                       [=](id<1> i, auto& s) { s += data[i[0]] + data[i[0] + 2]; });
        total.submit(sum, 1, combine::sum);
        double found = 0;
        q.copy(static_cast<const double*>(sum), &found, 1).wait();
        EXPECT_EQ(found, 64 * 65 - 64 - 1) << name;
        free(data, q);
        free(sum, q);
    }
}

TEST(Placement, RanksDoNotShareDevicesSilently) {
    EXPECT_THROW(partition::device_of(world(), "nonsense"), exception);
    if (world().node_size() == 1) return;
    try {
        partition::device_of(world(), "null");
        FAIL() << "the null backend has one device";
    } catch (const exception& e) {
        EXPECT_NE(std::string(e.what()).find("ranks on a machine with 1 device of null"), std::string::npos)
            << e.what();
    }
    EXPECT_NO_THROW(partition::device_of(world(), "null", true));
}

TEST(Placement, RanksTakeTheirPartOfTheProcessors) {
    cpu_set_t before;
    ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
    const int all = CPU_COUNT(&before), ranks = world().node_size();
    const int mine = partition::take_processors(world());
    if (ranks > all) {
        EXPECT_EQ(mine, all);
    } else {
        double sum = mine;
        world().all_reduce(std::span(&sum, 1), combine::sum);
        EXPECT_EQ(sum, all);
        EXPECT_GE(mine, all / ranks);
        EXPECT_EQ(partition::take_processors(world()), mine);  // bound now
    }
}

}  // namespace
}  // namespace ndweave::mpi

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    ndweave::mpi::world();
    // A rank that fails alone would leave the others waiting.
    const int failed = RUN_ALL_TESTS();
    if (failed) ndweave::mpi::world().abort(failed);
    return 0;
}

#include "ndweave/partition/all_reduce.hpp"

#include <gtest/gtest.h>

#include <bit>

#include "ndweave/partition/threads.hpp"

namespace ndweave::partition {
namespace {

void check(int ranks, const char* device_name) {
    run_threads(ranks, [&](communicator& world) {
        queue q{device(device_name)};
        double* const sums = malloc_device<double>(2, q);
        auto* const least = malloc_device<std::uint64_t>(1, q);
        device_reduction<double> reals(q, world, 2);
        device_reduction<std::uint64_t> integers(q, world, 1);
        for (int round = 1; round <= 3; ++round) {
            const double mine = (world.rank() + 1) * round;
            q.single_task([=] {
                sums[0] = mine;
                sums[1] = -mine;
                *least = std::bit_cast<std::uint64_t>(mine);
            });
            reals.submit(sums, 2, combine::sum);
            integers.submit(least, 1, combine::minimum);
            q.single_task([=] { sums[1] += sums[0]; });
            double found[2];
            std::uint64_t bits;
            q.copy(static_cast<const double*>(sums), found, 2).wait();
            q.copy(static_cast<const std::uint64_t*>(least), &bits, 1).wait();
            EXPECT_EQ(found[0], round * ranks * (ranks + 1) / 2);
            EXPECT_EQ(found[1], 0);
            EXPECT_EQ(std::bit_cast<double>(bits), round);
        }
        q.wait();
        free(sums, q);
        free(least, q);
    });
}

TEST(DeviceReduction, CombinesOverRanksInOrderWithKernels) {
    for (const int ranks : {1, 2, 5}) check(ranks, "cpu");
}

TEST(DeviceReduction, OfDevicesWhoseMemoryTheHostCannotRead) {
    try {
        device("opencl:0");
    } catch (const exception&) {
        GTEST_SKIP() << "no OpenCL device here";
    }
    check(3, "opencl:0");
}

TEST(Communicator, GathersAndBroadcasts) {
    run_threads(4, [](communicator& world) {
        const int mine = world.rank() * 10;
        int all[4];
        world.all_gather(&mine, all, sizeof(int));
        for (int r = 0; r < 4; ++r) EXPECT_EQ(all[r], r * 10);
        int told = world.rank();
        world.broadcast(&told, sizeof(int), 2);
        EXPECT_EQ(told, 2);
        double greatest = world.rank();
        world.all_reduce(std::span(&greatest, 1), combine::maximum);
        EXPECT_EQ(greatest, 3);
    });
    single alone;
    int one = 7, copy = 0;
    alone.all_gather(&one, &copy, sizeof(int));
    EXPECT_EQ(copy, 7);
}

}  // namespace
}  // namespace ndweave::partition

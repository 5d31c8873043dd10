// Errors inside kernels are thrown by the launch, and the queue remains usable.
#include <cstdlib>
#include <stdexcept>

#include "cpu/strategies.hpp"
#include "runtime/error_of.hpp"

namespace ndweave::tests {
namespace {

using ndweave::testing::error_of;

constexpr kernel_properties fibers{.strategy = cpu_strategy::fiber};

class CpuErrors : public ::testing::Test {
protected:
    /// A launch with barriers that must work.
    void expect_usable() {
        shared_array<int> out(64, q);
        int* const o = out.data();
        q.parallel_for(nd_range<1>(64, 16), fibers, [=](nd_item<1> it) {
            o[it.get_global_id(0)] = 1;
            group_barrier(it.get_group());
            o[it.get_global_id(0)] += o[it.get_global_id(0) ^ 1] > 0;
        });
        for (int i = 0; i < 64; ++i) ASSERT_EQ(out[i], 2);
    }

    queue q{device("cpu")};
};

TEST_F(CpuErrors, PartialBarriersAreReported) {
    const auto launch = [&](std::size_t first, std::size_t last) {
        q.parallel_for(nd_range<1>(96, 32), fibers, [=](nd_item<1> it) {
            if (it.get_local_id(0) >= first && it.get_local_id(0) < last) group_barrier(it.get_group());
        });
    };
    for (const auto& [first, last] : {std::pair(0, 7), std::pair(5, 32), std::pair(31, 32), std::pair(0, 1)}) {
        const exception e = error_of([&] { launch(first, last); });
        EXPECT_EQ(e.code(), errc::kernel);
        EXPECT_NE(std::string(e.what()).find("divergent barrier"), std::string::npos) << e.what();
        EXPECT_NE(std::string(e.what()).find("lambda"), std::string::npos) << e.what();
        expect_usable();
    }
}

TEST_F(CpuErrors, PartialSubGroupBarriersAreReported) {
    const exception e = error_of([&] {
        q.parallel_for(nd_range<1>(64, 32), fibers, [=](nd_item<1> it) {
            if (it.get_local_id(0) % 3 == 0) group_barrier(it.get_sub_group());
        });
    });
    EXPECT_EQ(e.code(), errc::kernel);
    EXPECT_NE(std::string(e.what()).find("divergent sub-group operation: of the 16 work-items of a sub-group 6 wait"),
              std::string::npos)
        << e.what();
    expect_usable();
}

/// What the lanes of one sub-group do while those of the others meet.
TEST_F(CpuErrors, SubGroupOperationsThatCannotEndAreReported) {
    enum : std::uint32_t { others_ended, others_at_the_group, others_at_a_barrier, others_exchange_more, ways };
    shared_array<std::uint64_t> out(64, q, 0);
    std::uint64_t* const o = out.data();
    for (std::uint32_t way = 0; way < ways; ++way) {
        const exception e = error_of([&] {
            q.parallel_for(nd_range<1>(64, 64), fibers, [=](nd_item<1> it) {
                const sub_group sg = it.get_sub_group();
                const auto l = static_cast<std::uint32_t>(it.get_local_id(0));
                if (sg.get_group_linear_id() != 2 || sg.get_local_linear_id() < 3) {
                    o[l] = group_broadcast(sg, l, 0);
                } else if (way == others_at_the_group) {
                    group_barrier(it.get_group());
                } else if (way == others_at_a_barrier) {
                    group_barrier(sg);
                } else if (way == others_exchange_more) {
                    o[l] = group_broadcast(sg, std::uint64_t{l}, 0);
                }
                group_barrier(it.get_group());
            });
        });
        EXPECT_EQ(e.code(), errc::kernel);
        EXPECT_NE(std::string(e.what()).find("divergent sub-group operation: of the 16 work-items of a sub-group"),
                  std::string::npos)
            << way << e.what();
        expect_usable();
    }
}

TEST_F(CpuErrors, OperationsThatNotAllMembersReachAreReported) {
    for (const bool others_wait : {false, true}) {
        const exception e = error_of([&] {
            q.parallel_for(nd_range<1>(64, 32), fibers, [=](nd_item<1> it) {
                const auto four = ext::oneapi::experimental::chunked_partition<4>(it.get_sub_group());
                if (it.get_local_id(0) != 14) group_barrier(four);
                if (others_wait) group_barrier(it.get_group());
            });
        });
        EXPECT_EQ(e.code(), errc::kernel);
        const std::string expected = "divergent operation of a part of a sub-group: of its 4 work-items 3 wait for it";
        EXPECT_NE(std::string(e.what()).find(expected), std::string::npos) << e.what();
        expect_usable();
    }
}

TEST_F(CpuErrors, ExceptionsLeaveBeforeAndAfterBarriers) {
    for (const bool before : {true, false}) {
        EXPECT_THROW(q.parallel_for(nd_range<1>(1 << 12, 64), fibers,
                                    [=](nd_item<1> it) {
                                        if (before && it.get_global_id(0) == 777) throw std::out_of_range("777");
                                        group_barrier(it.get_group());
                                        if (!before && it.get_global_id(0) == 777) throw std::out_of_range("777");
                                    }),
                     std::out_of_range);
        expect_usable();
    }
}

TEST_F(CpuErrors, ExceptionsLeaveBasicKernels) {
    for (const std::size_t n : {10, 1 << 20}) {
        EXPECT_THROW(q.parallel_for(range<1>(n), fibers,
                                    [=](id<1> i) {
                                        if (i[0] == n / 2) throw std::runtime_error("half");
                                    }),
                     std::runtime_error);
        expect_usable();
    }
}

TEST_F(CpuErrors, UnwindingRunsDestructors) {
    shared_array<int> alive(1, q);
    int* const a = alive.data();
    struct guard {
        explicit guard(int* p) : count(p) { ++*count; }
        ~guard() { --*count; }
        int* count;
    };
    EXPECT_THROW(q.parallel_for(nd_range<1>(8, 8), fibers,
                                [=](nd_item<1> it) {
                                    const guard g(a);
                                    group_barrier(it.get_group());
                                    if (it.get_local_id(0) == 3) throw std::runtime_error("three");
                                    group_barrier(it.get_group());
                                }),
                 std::runtime_error);
    EXPECT_EQ(*a, 0);
}

TEST_F(CpuErrors, LoopRefusesBarriers) {
    const exception e = error_of([&] {
        q.parallel_for(nd_range<1>(64, 16), kernel_properties{.strategy = cpu_strategy::loop},
                       [](nd_item<1> it) { group_barrier(it.get_group()); });
    });
    EXPECT_EQ(e.code(), errc::kernel_not_supported) << e.what();
    EXPECT_NE(std::string(e.what()).find("lambda"), std::string::npos) << e.what();
    expect_usable();
}

TEST_F(CpuErrors, EnvironmentNamesAStrategyOrIsRefused) {
    setenv("NDWEAVE_CPU", "fast", 1);
    const exception e = error_of([] { queue{device("cpu")}; });
    setenv("NDWEAVE_CPU", "fiber", 1);
    EXPECT_NO_THROW(queue{device("cpu")}.parallel_for(range<1>(4), [](id<1>) {}));
    unsetenv("NDWEAVE_CPU");
    EXPECT_EQ(e.code(), errc::invalid);
    EXPECT_STREQ(e.what(), "NDWEAVE_CPU is 'fast': it must be auto, loop, cbs or fiber");
}

}  // namespace
}  // namespace ndweave::tests

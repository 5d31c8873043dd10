// NDWEAVE_CHECK=1: operations of sub-groups that some lanes do not reach are reported; sub-groups that take ways of
// their own are not.
#include "cpu/check/checking.hpp"
#include "cpu/strategies.hpp"
#include "runtime/error_of.hpp"

namespace ndweave::tests {
namespace {

using ndweave::testing::error_of;

namespace exp = ext::oneapi::experimental;

using counter = atomic_ref<std::uint32_t, memory_order::relaxed, memory_scope::device>;

class CheckSubGroups : public ::testing::Test {
protected:
    void SetUp() override {
        if (!reason_without_cbs().empty()) GTEST_SKIP() << reason_without_cbs();
    }

    template <class Kernel>
    exception error_in(const Kernel& kernel) {
        return error_of([&] { q.parallel_for(nd_range<1>(128, 64), kernel_properties{.sub_group_size = 16}, kernel); });
    }

    static void expect_line(const exception& e, int line) {
        expect_text(e, "check_sub_groups_test.cpp:" + std::to_string(line));
    }

    checking on;
    queue q{device("cpu")};
};

TEST_F(CheckSubGroups, AnOperationThatSomeLanesReachIsReported) {
    shared_array<float> memory(128, q);
    float* const p = memory.data();
    const exception e = error_in([=](nd_item<1> it) {
        const sub_group sub = it.get_sub_group();
        const std::size_t i = it.get_global_id(0);
        if (sub.get_local_linear_id() < 5) p[i] = reduce_over_group(sub, p[i], plus<>());
    });
    EXPECT_EQ(e.code(), errc::kernel);
    expect_text(e, "divergent sub-group: lane 5 of sub-group 0 of a work-group goes on to the end of the kernel");
    expect_line(e, __LINE__ - 4);
}

TEST_F(CheckSubGroups, LanesThatReturnBeforeAnOperationAreReported) {
    shared_array<float> memory(128, q);
    float* const p = memory.data();
    const exception e = error_in([=](nd_item<1> it) {
        const std::size_t i = it.get_global_id(0);
        if (i > 37 && p[i] == 0) return;
        p[i] = permute_group_by_xor(it.get_sub_group(), 1.0f, 1) + p[i] * shift_group_left(it.get_sub_group(), p[i], 2);
    });
    expect_text(e, "lane 6 of sub-group 2");
    expect_line(e, __LINE__ - 3);
}

TEST_F(CheckSubGroups, LoopsThatLanesLeaveAtDifferentTimesAreReported) {
    shared_array<std::uint32_t> memory(128, q);
    std::uint32_t* const p = memory.data();
    const exception e = error_in([=](nd_item<1> it) {
        const sub_group sub = it.get_sub_group();
        for (std::uint32_t k = 0; k < 2 + sub.get_local_linear_id() / 8; ++k)
            p[it.get_global_id(0)] += inclusive_scan_over_group(sub, k, plus<>());
    });
    expect_text(e, "divergent sub-group: lane 0 of sub-group 0");
    expect_line(e, __LINE__ - 3);
}

TEST_F(CheckSubGroups, AMemberThatDoesNotComeIsReported) {
    shared_array<float> memory(128, q);
    float* const p = memory.data();
    const exception e = error_in([=](nd_item<1> it) {
        const auto four = exp::chunked_partition<4>(it.get_sub_group());
        const std::size_t i = it.get_global_id(0);
        if (four.get_group_linear_id() != 2) return;
        if (i % 64 != 26) p[i] = reduce_over_group(four, p[i], plus<>());
    });
    EXPECT_EQ(e.code(), errc::kernel);
    expect_text(e, "divergent sub-group: lane 10 of sub-group 1 of a work-group goes on to the end of the kernel");
    expect_line(e, __LINE__ - 4);
}

TEST_F(CheckSubGroups, MembersWhoseOthersAreElsewhereAreClean) {
    shared_array<std::uint32_t> memory(128, q);
    std::uint32_t* const p = memory.data();
    EXPECT_NO_THROW(q.parallel_for(nd_range<1>(128, 64), kernel_properties{.sub_group_size = 16}, [=](nd_item<1> it) {
        const sub_group sub = it.get_sub_group();
        const std::size_t i = it.get_global_id(0);
        const bool some = (i * i + 3) % 5 < 2;
        const auto side = exp::binary_partition(sub, some);
        std::uint32_t x = static_cast<std::uint32_t>(i);
        for (std::uint32_t k = 0; k < sub.get_local_linear_id() % 3; ++k) {
            const auto here = exp::this_kernel::get_opportunistic_group();
            if (here.leader()) counter(p[0]) += here.get_local_linear_range();
        }
        if (some) {
            x = reduce_over_group(side, x, plus<>());
        } else if (any_of_group(side, x % 7 == 0)) {
            group_barrier(side);
        }
        group_barrier(it.get_group());
        counter(p[1]) += inclusive_scan_over_group(sub, x, plus<>());
    }));
    EXPECT_EQ(p[0], 128u / 16 * 15);
}

/// Barriers of members order what these do in memory, and nothing else does.
TEST_F(CheckSubGroups, MembersThatRaceAreReported) {
    shared_array<std::uint32_t> memory(128, q);
    std::uint32_t* const p = memory.data();
    for (const bool waits : {true, false}) {
        const auto kernel = [=](nd_item<1> it) {
            const std::size_t i = it.get_global_id(0);
            const auto odd = exp::binary_partition(it.get_sub_group(), i % 2 != 0);
            if (i % 2 == 0) return;
            for (std::uint32_t k = 0; k < 3; ++k) {
                p[i] = k;
                if (waits) group_barrier(odd);
                const std::uint32_t other = p[i ^ 2];
                if (waits) group_barrier(odd);
                p[i - 1] = other + select_from_group(odd, other, id<1>(0));
            }
        };
        if (waits) {
            EXPECT_NO_THROW(q.parallel_for(nd_range<1>(128, 64), kernel_properties{.sub_group_size = 16}, kernel));
        } else {
            expect_text(error_in(kernel), "data race");
        }
    }
}

TEST_F(CheckSubGroups, WaysOfWholeSubGroupsAreClean) {
    shared_array<std::uint32_t> memory(128, q), ways(128, q);
    std::uint32_t *const p = memory.data(), *const w = ways.data();
    for (std::size_t i = 0; i < 128; ++i) w[i] = static_cast<std::uint32_t>(i / 16 % 3);
    EXPECT_NO_THROW(q.parallel_for(nd_range<1>(128, 64), kernel_properties{.sub_group_size = 16}, [=](nd_item<1> it) {
        const sub_group sub = it.get_sub_group();
        const std::size_t i = it.get_global_id(0);
        std::uint32_t x = static_cast<std::uint32_t>(i);
        for (std::uint32_t k = 0; k < sub.get_group_linear_id(); ++k) x += group_broadcast(sub, x, k);
        group_barrier(it.get_group());
        if (w[i] == 1) return;
        if (w[i] == 2) x = reduce_over_group(sub, x, plus<>());
        p[i] = x;
    }));
    for (std::size_t i = 0; i < 128; ++i) {
        if (w[i] == 1) EXPECT_EQ(p[i], 0u);
    }
}

}  // namespace
}  // namespace ndweave::tests

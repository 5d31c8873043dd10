// NDWEAVE_CHECK=1: divisions that fail, misaligned accesses, subscripts beyond a row of local memory.
#include <limits>

#include "cpu/check/checking.hpp"
#include "cpu/strategies.hpp"
#include "runtime/error_of.hpp"

namespace ndweave::tests {
namespace {

using ndweave::testing::error_of;

class CheckArithmetic : public ::testing::TestWithParam<cpu_strategy> {
protected:
    void SetUp() override {
        if (!reason_without_cbs().empty()) GTEST_SKIP() << reason_without_cbs();
    }

    template <class Kernel>
    exception mistake(const Kernel& kernel) {
        return error_of([&] { q.parallel_for(range<1>(100), kernel_properties{.strategy = GetParam()}, kernel); });
    }

    static void expect_mistake(const exception& e, const std::string& text, int line) {
        EXPECT_EQ(e.code(), errc::kernel);
        expect_text(e, text);
        expect_text(e, "check_arithmetic_test.cpp:" + std::to_string(line) + ")");
    }

    checking on;
    queue q{device("cpu")};
    shared_array<int> numbers{100, q, 3};
    int* const n = numbers.data();
};

TEST_P(CheckArithmetic, DivisionByZeroIsFound) {
    const auto expect = [&](const exception& e, int line) {
        expect_mistake(e, "division of an integer by zero by work-item {17}", line);
    };
    numbers[17] = 0;
    shared_array<int> results(100, q);
    int* const r = results.data();
    expect(mistake([=, n = n](id<1> i) { r[i] = 5 / n[i]; }), __LINE__);
    expect(mistake([=, n = n](id<1> i) { r[i] = 5 % n[i]; }), __LINE__);
    expect(mistake([=, n = n](id<1> i) { r[i] = static_cast<int>(5u / static_cast<unsigned>(n[i])); }), __LINE__);
    expect(mistake([=, n = n](id<1> i) { r[i] = static_cast<int>(long{5} % n[i]); }), __LINE__);
    EXPECT_NO_THROW(q.parallel_for(range<1>(100), [=, n = n](id<1> i) {
        if (n[i] != 0) r[i] = 50 / n[i];
    }));
    EXPECT_EQ(results[1], 50 / 3);
}

TEST_P(CheckArithmetic, DivisionThatOverflowsIsFound) {
    numbers[40] = std::numeric_limits<int>::min();
    shared_array<int> by(1, q, -1);
    const exception e = mistake([n = n, d = by.data()](id<1> i) { n[i] = n[i] / d[0]; });
    expect_mistake(e, "division of the smallest integer by -1, which overflows by work-item {40}", __LINE__ - 1);
}

TEST_P(CheckArithmetic, MisalignedAccessesAreFound) {
    const exception read = mistake([n = n](id<1> i) {
        const char* const bytes = reinterpret_cast<const char*>(n) + (i[0] == 60 ? 2 : 0);
        if (i[0] == 60) n[i] = *reinterpret_cast<const int*>(bytes + 4);
    });
    expect_mistake(read, "misaligned read of 4 bytes", __LINE__ - 2);
    expect_text(read, "at byte 6 of a shared allocation of 400 bytes: the address must be a multiple of 4");
    const exception write = mistake([n = n](id<1> i) {
        if (i[0] == 2) *reinterpret_cast<double*>(n + 1) = 1;
    });
    expect_mistake(write, "misaligned write of 8 bytes", __LINE__ - 2);
}

TEST_P(CheckArithmetic, SubscriptsBeyondARowAreFound) {
    const auto expect = [&](std::size_t row, std::size_t column, bool by_id, const std::string& text) {
        const exception e = error_of([&] {
            q.submit([&](handler& h) {
                const local_accessor<int, 2> tile(range<2>(4, 5), h);
                h.use({.strategy = GetParam()}).parallel_for(nd_range<1>(4, 4), [=, n = n](nd_item<1> it) {
                    for (int c = 0; c < 5; ++c) tile[it.get_local_id(0)][c] = c;
                    group_barrier(it.get_group());
                    n[it.get_local_id(0)] = by_id ? tile[id<2>(row, column)] : tile[row][column];
                });
            });
        });
        expect_mistake(e, "out-of-bounds subscript at index " + text, __LINE__ - 4);
    };
    for (const bool by_id : {false, true}) {
        expect(0, 5, by_id, "5 of a dimension of an accessor, which has 5");
        expect(2, 7, by_id, "7 of a dimension of an accessor, which has 5");
        expect(4, 0, by_id, "4 of a dimension of an accessor, which has 4");
    }
}

INSTANTIATE_TEST_SUITE_P(Cpu, CheckArithmetic, barrier_strategies, name_of_parameter);

}  // namespace
}  // namespace ndweave::tests

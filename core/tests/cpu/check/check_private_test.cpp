// NDWEAVE_CHECK=1: accesses beyond private arrays, captured ones and constant tables.
#include <array>

#include "cpu/check/checking.hpp"
#include "cpu/strategies.hpp"
#include "runtime/error_of.hpp"

namespace ndweave::tests {
namespace {

using ndweave::testing::error_of;

/// A kernel accesses places that the functor names; the results of the first 64 work-items go to `out`.
class CheckPrivate : public ::testing::TestWithParam<cpu_strategy> {
protected:
    void SetUp() override {
        if (!reason_without_cbs().empty()) GTEST_SKIP() << reason_without_cbs();
    }

    template <class Kernel>
    void run(const Kernel& kernel) {
        q.parallel_for(nd_range<1>(64, 16), kernel_properties{.strategy = GetParam()}, kernel);
    }

    template <class Kernel>
    void expect_mistake(const Kernel& kernel, const std::string& what, int line) {
        const exception e = error_of([&] { run(kernel); });
        EXPECT_EQ(e.code(), errc::kernel);
        expect_text(e, "kernel ");
        expect_text(e, "out-of-bounds " + what + " (");
        expect_text(e, "check_private_test.cpp:" + std::to_string(line) + ")");
    }

    checking on;
    queue q{device("cpu")};
    shared_array<int> results{64, q};
    int* const out = results.data();
};

TEST_P(CheckPrivate, SubscriptsOfAnArrayAreChecked) {
    const auto kernel = [out = out](int read, int write) {
        return [=](nd_item<1> it) {
            const int g = static_cast<int>(it.get_global_id(0));
            int t[8];
            for (int i = 0; i < 8; ++i) t[i] = g + i;
            t[write] = 7;  // line + 4
            group_barrier(it.get_group());
            out[g] = t[read];  // line + 6
        };
    };
    constexpr int line = __LINE__ - 9;
    for (const auto& [read, write] : {std::pair(0, 7), std::pair(7, 0), std::pair(3, 3)}) {
        EXPECT_NO_THROW(run(kernel(read, write)));
        for (int g = 0; g < 64; ++g) EXPECT_EQ(results[g], read == write ? 7 : g + read);
    }
    for (const int at : {8, 9, -1, 1 << 30, -(1 << 30)}) {
        const std::string where =
            "of 4 bytes at index " + std::to_string(at) + " of the private array 't' of 8 elements";
        expect_mistake(kernel(at, 0), "read " + where, line + 6);
        expect_mistake(kernel(0, at), "write " + where, line + 4);
    }
}

TEST_P(CheckPrivate, SubscriptsOfRowsAreChecked) {
    const auto kernel = [out = out](int row, int column) {
        return [=](nd_item<1> it) {
            short t[3][4] = {};
            t[row][column] = 5;
            out[it.get_global_id(0)] = t[2][3];
        };
    };
    constexpr int line = __LINE__ - 4;
    EXPECT_NO_THROW(run(kernel(2, 3)));
    for (int g = 0; g < 64; ++g) EXPECT_EQ(results[g], 5);
    expect_mistake(kernel(3, 0), "write of 2 bytes at index 3 of the private array 't' of 3 elements", line);
    expect_mistake(kernel(0, 4), "write of 2 bytes at index 4 of an array of 4 elements in the private variable 't'",
                   line);
    expect_mistake(kernel(2, -1), "write of 2 bytes at index -1 of an array of 4 elements in the private variable 't'",
                   line);
}

TEST_P(CheckPrivate, ArraysInStructsAreChecked) {
    struct record {
        double weight;
        float rows[2][3];
        std::array<int, 4> last;
    };
    const auto kernel = [out = out](int i, int row, int column, int last) {
        return [=](nd_item<1> it) {
            record all[5] = {};
            all[i].rows[row][column] = 1;
            out[it.get_global_id(0)] = all[i].last[static_cast<std::size_t>(last)];
        };
    };
    constexpr int line = __LINE__ - 4;
    EXPECT_NO_THROW(run(kernel(4, 1, 2, 3)));
    const std::string write = "write of 4 bytes at index ", within = " elements in the private variable 'all'";
    expect_mistake(kernel(5, 0, 0, 0), write + "5 of the private array 'all' of 5 elements", line);
    expect_mistake(kernel(0, 2, 0, 0), write + "2 of an array of 2" + within, line);
    expect_mistake(kernel(0, 0, 3, 0), write + "3 of an array of 3" + within, line);
    const exception e = error_of([&] { run(kernel(0, 0, 0, 4)); });
    expect_text(e, "out-of-bounds read of 4 bytes at index 4 of an array of 4" + within);
}

TEST_P(CheckPrivate, PointersIntoAnArrayAreChecked) {
    const auto kernel = [out = out](int at, int iterations) {
        return [=](nd_item<1> it) {
            double t[6] = {};
            double* p = t + 1;
            p[at] = 2;
            for (int i = 0; i < iterations; ++i) *p++ += 1;
            out[it.get_global_id(0)] = static_cast<int>(t[5]);
        };
    };
    constexpr int line = __LINE__ - 5;
    EXPECT_NO_THROW(run(kernel(-1, 5)));
    EXPECT_NO_THROW(run(kernel(4, 0)));
    const std::string array = " of the private array 't' of 6 elements";
    expect_mistake(kernel(5, 0), "write of 8 bytes at index 6" + array, line);
    expect_mistake(kernel(-2, 0), "write of 8 bytes at index -1" + array, line);
    expect_mistake(kernel(0, 6), "read of 8 bytes at index 6" + array, line + 1);
}

/// Within an array of rows, pointers may go from row to row.
TEST_P(CheckPrivate, PointersThroughRowsAreChecked) {
    const auto kernel = [out = out](int at) {
        return [=](nd_item<1> it) {
            int t[4][5] = {};
            int* p = t[1];
            p[at] = 3;
            out[it.get_global_id(0)] = t[3][4] + t[0][0];
        };
    };
    for (const int at : {-5, 14}) {
        EXPECT_NO_THROW(run(kernel(at)));
        EXPECT_EQ(results[0], 3);
    }
    constexpr int line = __LINE__ - 8;
    expect_mistake(kernel(-6), "write of 4 bytes at byte -4 of the private variable 't' of 80 bytes", line);
    expect_mistake(kernel(15), "write of 4 bytes at index 4 of the private array 't' of 4 elements", line);  // row 4
}

int sum_of(const int (&values)[4], int count) {
    int sum = 0;
    for (int i = 0; i < count; ++i) sum += values[i];
    return sum;
}
constexpr int line_of_sum = __LINE__ - 3;

/// A pointer that lies in memory until the clean-up.
struct view {
    int *first, *last;
};

TEST_P(CheckPrivate, FunctionsAndPointersInMemory) {
    const auto kernel = [out = out](int count, int past) {
        return [=](nd_item<1> it) {
            int t[4] = {1, 2, 3, 4};
            const view all{t, t + 4 + past};
            int sum = sum_of(t, count);
            for (const int* p = all.first; p != all.last; ++p) sum += *p;
            out[it.get_global_id(0)] = sum;
        };
    };
    EXPECT_NO_THROW(run(kernel(4, 0)));
    EXPECT_EQ(results[63], 20);
    expect_mistake(kernel(5, 0), "read of 4 bytes at index 4 of the private array 't' of 4 elements", line_of_sum);
    const exception e = error_of([&] { run(kernel(0, 1)); });
    EXPECT_EQ(e.code(), errc::kernel);
    expect_text(e, "out-of-bounds read of 4 bytes at index 4 of ");
    expect_text(e, " of 4 elements (");
}

/// What the optimizer would take for unreachable, and drop with all checks behind it.
TEST_P(CheckPrivate, MistakesThatTheCompilerSees) {
    const auto kernel = [out = out](nd_item<1> it) {
        int t[4];
        for (int i = 0; i <= 4; ++i) t[i] = i;
        out[it.get_global_id(0)] = t[it.get_local_id(0) % 4];
    };
    expect_mistake(kernel, "write of 4 bytes at index 4 of the private array 't' of 4 elements", __LINE__ - 3);
}

TEST_P(CheckPrivate, WholeObjectsAreChecked) {
    struct wide {
        int v[10];
    };
    const auto kernel = [out = out](int from, int bytes) {
        return [=](nd_item<1> it) {
            wide t[3] = {};
            wide one{};
            one = t[from];
            __builtin_memcpy(&one, t + 1, static_cast<std::size_t>(bytes));
            out[it.get_global_id(0)] = one.v[9];
        };
    };
    constexpr int line = __LINE__ - 5;
    EXPECT_NO_THROW(run(kernel(2, 40)));
    expect_mistake(kernel(3, 0), "read of 40 bytes at index 3 of the private array 't' of 3 elements", line);
    const exception e = error_of([&] { run(kernel(0, 41)); });
    expect_text(e, "out-of-bounds write of 41 bytes at ");
}

TEST_P(CheckPrivate, CapturedArraysAndConstantTables) {
    static constexpr int table[] = {3, 1, 2};
    const std::array<int, 5> captured = {1, 2, 3, 4, 5};
    const auto kernel = [out = out, captured](int at, int in_table) {
        return [=](nd_item<1> it) {
            out[it.get_global_id(0)] = captured[static_cast<std::size_t>(at)];
            out[it.get_global_id(0)] += table[in_table];
        };
    };
    constexpr int line = __LINE__ - 3;
    EXPECT_NO_THROW(run(kernel(4, 2)));
    EXPECT_EQ(results[0], 7);
    expect_mistake(kernel(0, 3), "read of 4 bytes at index 3 of the constant array 'table' of 3 elements", line);
    const exception e = error_of([&] { run(kernel(5, 0)); });
    expect_text(e, "out-of-bounds read of 4 bytes at index 5 of a captured array of 5 elements");
}

INSTANTIATE_TEST_SUITE_P(Cpu, CheckPrivate, ::testing::Values(cpu_strategy::automatic, cpu_strategy::cbs),
                         name_of_parameter);

}  // namespace
}  // namespace ndweave::tests

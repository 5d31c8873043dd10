// Prefetches in loops over rows: of what lies a fixed distance ahead in the streams, and of nothing else.
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

#include "compiler/codegen/host/machine.hpp"
#include "compiler/codegen/host/tuning.hpp"
#include "compiler/passes/loops/prefetch_rows.hpp"
#include "compiler/tests/item_loops/fetched_addresses.hpp"

namespace ndweave::compiler::testing {
namespace {

constexpr std::uintptr_t ahead = 2048;  // bytes

struct sparse_matrix {
    const std::int32_t *first, *column;
    const double *value, *x;
    double* y;
};

/// y[r] = sum over j of value[j] * x[at j], j from first[r] to first[r + 1].
std::string product_text(const std::string& at_j) {
    return R"(
define void @kernel(ptr %f) {
entry:
  %r = call i64 @__ndweave_global_id(i32 0)
  %first = load ptr, ptr %f
  %p1 = getelementptr i8, ptr %f, i64 8
  %column = load ptr, ptr %p1
  %p2 = getelementptr i8, ptr %f, i64 16
  %value = load ptr, ptr %p2
  %p3 = getelementptr i8, ptr %f, i64 24
  %x = load ptr, ptr %p3
  %p4 = getelementptr i8, ptr %f, i64 32
  %y = load ptr, ptr %p4
  %pf = getelementptr inbounds i32, ptr %first, i64 %r
  %begin = load i32, ptr %pf
  %pe = getelementptr inbounds i8, ptr %pf, i64 4
  %end = load i32, ptr %pe
  %b = sext i32 %begin to i64
  %e = sext i32 %end to i64
  %any = icmp slt i64 %b, %e
  br i1 %any, label %loop, label %done
loop:
  %j = phi i64 [ %b, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %more, %loop ]
  %pv = getelementptr inbounds double, ptr %value, i64 %j
  %v = load double, ptr %pv
  )" + at_j +
           R"(
  %px = getelementptr inbounds double, ptr %x, i64 %k
  %xk = load double, ptr %px
  %more = call double @llvm.fmuladd.f64(double %v, double %xk, double %sum)
  %next = add nsw i64 %j, 1
  %again = icmp slt i64 %next, %e
  br i1 %again, label %loop, label %done
done:
  %total = phi double [ 0.0, %entry ], [ %more, %loop ]
  %py = getelementptr inbounds double, ptr %y, i64 %r
  store double %total, ptr %py
  ret void
}
declare double @llvm.fmuladd.f64(double, double, double))";
}

const std::string by_column = R"(%pc = getelementptr inbounds i32, ptr %column, i64 %j
  %c = load i32, ptr %pc
  %k = sext i32 %c to i64)";

struct matrix {
    explicit matrix(std::mt19937& random) : first(rows + 1), x(rows), y(rows) {
        for (std::size_t r = 0; r < rows; ++r) first[r + 1] = first[r] + static_cast<std::int32_t>(random() % 65);
        const auto elements = static_cast<std::size_t>(first[rows]);
        for (std::size_t i = 0; i < elements; ++i) {
            column.push_back(static_cast<std::int32_t>(random() % rows));
            value.push_back(std::uniform_real_distribution(-1.0, 1.0)(random));
        }
        for (double& one : x) one = std::uniform_real_distribution(-1.0, 1.0)(random);
    }
    sparse_matrix captures() { return {first.data(), column.data(), value.data(), x.data(), y.data()}; }

    static constexpr std::size_t rows = 517;
    std::vector<std::int32_t> first, column;
    std::vector<double> value, x, y;
};

class PrefetchedRows : public ::testing::Test {
protected:
    PrefetchedRows() {
        const unsigned seed = std::random_device()();
        RecordProperty("seed", static_cast<int>(seed));
        random_.seed(seed);
    }
    std::mt19937 random_;
};

template <class T>
bool is_in(std::uintptr_t address, const std::vector<T>& array) {
    return address >= reinterpret_cast<std::uintptr_t>(array.data()) &&
           address < reinterpret_cast<std::uintptr_t>(array.data() + array.size());
}

TEST_F(PrefetchedRows, AreStreamsAtADistance) {
    const ir_kernel kernel(product_text(by_column));
    matrix m(random_);
    const sparse_matrix captures = m.captures();
    host_kernel(kernel).run(&captures, {matrix::rows, 1, 1});
    for (std::size_t r = 0; r < matrix::rows; ++r) {
        long double sum = 0;
        for (auto j = static_cast<std::size_t>(m.first[r]); j < static_cast<std::size_t>(m.first[r + 1]); ++j) {
            sum += static_cast<long double>(m.value[j]) * m.x[static_cast<std::size_t>(m.column[j])];
        }
        ASSERT_NEAR(m.y[r], static_cast<double>(sum), 1e-13) << r;
    }
    if (!host::target_tuning().prefetch_sparse_rows) GTEST_SKIP() << "not on this processor";
    std::set<std::uintptr_t> lines_of_values;
    std::size_t values = 0, columns = 0;
    for (const fetched_address& one : addresses_fetched("prefetch-rows", kernel, &captures, matrix::rows, 0)) {
        EXPECT_FALSE(one.to_write);
        values += is_in(one.address - ahead, m.value);
        columns += is_in(one.address - ahead, m.column);
        EXPECT_TRUE(is_in(one.address - ahead, m.value) || is_in(one.address - ahead, m.column));
        if (is_in(one.address - ahead, m.value)) lines_of_values.insert(one.address / 64);
    }
    EXPECT_EQ(values, columns);
    // Nearly every line, and few of them twice: a row's first elements are the rest that does not fill a turn.
    const std::size_t lines = m.value.size() / 8;
    EXPECT_GT(lines_of_values.size(), lines / 2);
    EXPECT_LE(values, lines);
}

TEST_F(PrefetchedRows, HaveAnAccessThatFollowsNoStream) {
    const ir_kernel kernel(product_text("%k = add i64 %j, 0"));
    EXPECT_EQ(number_in_report("prefetched_rows", host_kernel(kernel)),
              host::target_tuning().prefetch_sparse_rows ? "0" : "none");
}

}  // namespace
}  // namespace ndweave::compiler::testing

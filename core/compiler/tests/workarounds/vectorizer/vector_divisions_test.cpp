// Divisions of vectors by what is zero in lanes that do not want the quotient.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

constexpr int columns = 8, rows = 4, items = columns * rows;

struct division_captures {
    const std::int32_t* x;
    std::int32_t* out;
};

/// Of each work-item: its number in the group, from its row and column.
constexpr const char* begin = R"(
define void @kernel(ptr %f) {
  %column = call i32 @__ndweave_local_id(i32 0)
  %row = call i32 @__ndweave_local_id(i32 1)
  %first = mul i32 %row, 8
  %id = add i32 %first, %column
  %wide = zext i32 %id to i64
)";

/// Stores r.
constexpr const char* end = R"(
  %op = getelementptr i8, ptr %f, i64 8
  %out = load ptr, ptr %op
  %to = getelementptr i32, ptr %out, i64 %wide
  store i32 %r, ptr %to
  ret void
})";

/// The results of a group of `rows` times `columns`, given numbers for all work-items.
std::vector<std::int32_t> results_of(const std::string& text, const std::vector<std::int32_t>& x) {
    ir_kernel kernel(begin + text + end);
    kernel.request.variant.kind = 2;
    kernel.request.variant.dimensions = 2;
    kernel.request.variant.local_range[0] = columns;
    kernel.request.variant.local_range[1] = rows;
    std::vector<std::int32_t> out(items);
    const division_captures captures{x.data(), out.data()};
    host_kernel(kernel).run(&captures, {columns, rows, 1});
    return out;
}

/// id ^ (q odd ? q + id : 0), q = (column + 1) / 5 / (row | 1): that q is odd, where it is 0 or 1, becomes that the
/// divisor equals (column + 1) / 5, which is 0 in half of the lanes.
constexpr const char* odd_quotients = R"(
  %divisor = or i32 %row, 1
  %next = add i32 %column, 1
  %fifth = udiv i32 %next, 5
  %q = sdiv i32 %fifth, %divisor
  %bit = urem i32 %q, 2
  %odd = icmp uge i32 %bit, 1
  %sum = add i32 %q, %id
  %chosen = select i1 %odd, i32 %sum, i32 0
  %r = xor i32 %id, %chosen
)";

TEST(VectorDivisions, AreRightWhereTheirResultIsComparedWithZero) {
    const std::vector<std::int32_t> out = results_of(odd_quotients, std::vector<std::int32_t>(items));
    for (int id = 0; id < items; ++id) {
        const int q = (id % columns + 1) / 5 / ((id / columns) | 1);
        ASSERT_EQ(out[id], id ^ (q % 2 != 0 ? q + id : 0)) << id;
    }
}

/// x[id] OPERATION (x[id] odd ? column : 1).
std::string chosen_divisors(const std::string& operation) {
    return R"(
  %x = load ptr, ptr %f
  %px = getelementptr i32, ptr %x, i64 %wide
  %vx = load i32, ptr %px
  %bit = and i32 %vx, 1
  %odd = icmp ne i32 %bit, 0
  %by = select i1 %odd, i32 %column, i32 1
  %r = )" + operation +
           R"( i32 %vx, %by
)";
}

TEST(VectorDivisions, AreRightWhereTheirDivisorIsChosen) {
    std::vector<std::int32_t> x(items);
    for (int id = 0; id < items; ++id) x[id] = 2 * (1000 + 37 * id) + (id % columns != 0 && id % 3 == 0 ? 1 : 0);
    for (const std::string operation : {"udiv", "urem", "sdiv", "srem"}) {
        const std::vector<std::int32_t> out = results_of(chosen_divisors(operation), x);
        for (int id = 0; id < items; ++id) {
            const int divisor = x[id] % 2 != 0 ? id % columns : 1;
            const int result = operation[1] == 'd' ? x[id] / divisor : x[id] % divisor;
            ASSERT_EQ(out[id], result) << operation << " by " << divisor << " at " << id;
        }
    }
}

}  // namespace
}  // namespace ndweave::compiler::testing

// Private arrays of work-items: right in every layout, and element by element where the kernel allows it.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

constexpr unsigned length = 8;

/// A basic kernel `out[i] = ..` with `i32 t[8]` in it; `fill` and `pick` are blocks, from %fill: to a branch to %pick,
/// and from %pick: with %v as the result. Functor: out, in (8 values for each of %items work-items, first those for
/// t[0]), items, n.
std::string kernel_with(const std::string& fill, const std::string& pick) {
    return R"(
@table = private constant [8 x i32] [i32 3, i32 1, i32 4, i32 1, i32 5, i32 9, i32 2, i32 6]
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @kernel(ptr %f) {
entry:
  %t = alloca [8 x i32]
  %i = call i64 @__ndweave_global_id(i32 0)
  %i32 = trunc i64 %i to i32
  %out = load ptr, ptr %f
  %inp = getelementptr i8, ptr %f, i64 8
  %in = load ptr, ptr %inp
  %itemsp = getelementptr i8, ptr %f, i64 16
  %items = load i64, ptr %itemsp
  %np = getelementptr i8, ptr %f, i64 24
  %n = load i64, ptr %np
  br label %fill
fill:
)" + fill + R"(
pick:
)" + pick + R"(
  %q = getelementptr i32, ptr %out, i64 %i
  store i32 %v, ptr %q
  ret void
})";
}

struct run_result {
    std::vector<std::uint32_t> in, out;
    std::string ir;

    std::uint32_t element(std::size_t item, std::size_t k) const { return in[k * out.size() + item]; }
};

run_result run(const std::string& text, std::uint64_t n) {
    const ir_kernel kernel(text);
    const host_kernel compiled(kernel);
    constexpr std::size_t items = 777;
    run_result result{std::vector<std::uint32_t>(length * items), std::vector<std::uint32_t>(items),
                      ir_after("optimise", kernel)};
    const unsigned seed = std::random_device()();
    ::testing::Test::RecordProperty("seed", static_cast<int>(seed));
    std::mt19937 random(seed);
    for (auto& value : result.in) value = random() % 100;
    const std::uint64_t functor[8] = {reinterpret_cast<std::uintptr_t>(result.out.data()),
                                      reinterpret_cast<std::uintptr_t>(result.in.data()), items, n};
    compiled.run(functor, {items, 1, 1});
    return result;
}

/// for (k = 0; k < n; ++k) t[k] = in[k * items + i]
constexpr const char* fill_from_input = R"(  %k = phi i64 [ 0, %entry ], [ %k1, %fill ]
  %row = mul i64 %k, %items
  %at = add i64 %row, %i
  %from = getelementptr i32, ptr %in, i64 %at
  %x = load i32, ptr %from
  %to = getelementptr [8 x i32], ptr %t, i64 0, i64 %k
  store i32 %x, ptr %to
  %k1 = add i64 %k, 1
  %kgo = icmp ult i64 %k1, %n
  br i1 %kgo, label %fill, label %pick)";

/// n rounds of compare and exchange of neighbours, then the median.
constexpr const char* median = R"(  br label %round
round:
  %r = phi i64 [ 0, %pick ], [ %r1, %next ]
  br label %step
step:
  %j = phi i64 [ 1, %round ], [ %j1, %step ]
  %before = sub i64 %j, 1
  %ap = getelementptr i32, ptr %t, i64 %before
  %bp = getelementptr i32, ptr %t, i64 %j
  %a = load i32, ptr %ap
  %b = load i32, ptr %bp
  %less = icmp ult i32 %a, %b
  %low = select i1 %less, i32 %a, i32 %b
  %high = select i1 %less, i32 %b, i32 %a
  store i32 %low, ptr %ap
  store i32 %high, ptr %bp
  %j1 = add i64 %j, 1
  %jgo = icmp ult i64 %j1, %n
  br i1 %jgo, label %step, label %next
next:
  %r1 = add i64 %r, 1
  %rgo = icmp ult i64 %r1, %n
  br i1 %rgo, label %round, label %done
done:
  %half = lshr i64 %n, 1
  %mp = getelementptr i32, ptr %t, i64 %half
  %v = load i32, ptr %mp)";

bool has_gathers(const std::string& ir) {
    return ir.find("llvm.masked.gather") != std::string::npos || ir.find("llvm.masked.scatter") != std::string::npos;
}

TEST(PrivateArrays, OfWholeElementsAreReadAsVectors) {
    const run_result result = run(kernel_with(fill_from_input, median), 7);
    for (std::size_t i = 0; i < result.out.size(); ++i) {
        std::vector<std::uint32_t> mine;
        for (std::size_t k = 0; k < 7; ++k) mine.push_back(result.element(i, k));
        std::sort(mine.begin(), mine.end());
        ASSERT_EQ(result.out[i], mine[3]) << "at " << i;
    }
    EXPECT_NE(result.ir.find("vector.body"), std::string::npos) << result.ir;
    EXPECT_FALSE(has_gathers(result.ir)) << result.ir;
}

TEST(PrivateArrays, AreClearedAndCopiedByElements) {
    const run_result result = run(kernel_with(R"(  call void @llvm.memset.p0.i64(ptr %t, i8 1, i64 32, i1 false)
  %half = getelementptr i32, ptr %t, i64 4
  %table.half = getelementptr i32, ptr @table, i64 4
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %half, ptr align 4 %table.half, i64 16, i1 false)
  br label %pick)",
                                              R"(  %k = urem i64 %i, %n
  %p = getelementptr i32, ptr %t, i64 %k
  %v = load i32, ptr %p)"),
                                  8);
    constexpr std::uint32_t expected[] = {0x01010101, 0x01010101, 0x01010101, 0x01010101, 5, 9, 2, 6};
    for (std::size_t i = 0; i < result.out.size(); ++i) ASSERT_EQ(result.out[i], expected[i % 8]) << "at " << i;
}

TEST(PrivateArrays, AreWalkedByPointers) {
    const run_result result = run(kernel_with(fill_from_input, R"(  %end = getelementptr i32, ptr %t, i64 %n
  br label %walk
walk:
  %p = phi ptr [ %t, %pick ], [ %p1, %walk ]
  %sum = phi i32 [ 0, %pick ], [ %sum1, %walk ]
  %e = load i32, ptr %p
  %tripled = mul i32 %sum, 3
  %sum1 = add i32 %tripled, %e
  %p1 = getelementptr i32, ptr %p, i64 1
  %there = icmp eq ptr %p1, %end
  br i1 %there, label %done, label %walk
done:
  %last = getelementptr i32, ptr %p1, i64 -1
  %l = load i32, ptr %last
  %v = add i32 %sum1, %l)"),
                                  8);
    for (std::size_t i = 0; i < result.out.size(); ++i) {
        std::uint32_t sum = 0;
        for (std::size_t k = 0; k < 8; ++k) sum = 3 * sum + result.element(i, k);
        ASSERT_EQ(result.out[i], sum + result.element(i, 7)) << "at " << i;
    }
}

TEST(PrivateArrays, AreWalkedInStepAsVectors) {
    const run_result result = run(kernel_with(fill_from_input, R"(  br label %walk
walk:
  %p = phi ptr [ %t, %pick ], [ %p1, %walk ]
  %j = phi i64 [ 0, %pick ], [ %j1, %walk ]
  %sum = phi i32 [ 0, %pick ], [ %sum1, %walk ]
  %e = load i32, ptr %p
  %tripled = mul i32 %sum, 3
  %sum1 = add i32 %tripled, %e
  %p1 = getelementptr inbounds i32, ptr %p, i64 1
  %j1 = add i64 %j, 1
  %more = icmp ult i64 %j1, %n
  br i1 %more, label %walk, label %done
done:
  %v = add i32 %sum1, 0)"),
                                  8);
    for (std::size_t i = 0; i < result.out.size(); ++i) {
        std::uint32_t sum = 0;
        for (std::size_t k = 0; k < 8; ++k) sum = 3 * sum + result.element(i, k);
        ASSERT_EQ(result.out[i], sum) << "at " << i;
    }
    EXPECT_NE(result.ir.find("vector.body"), std::string::npos) << result.ir;
    EXPECT_FALSE(has_gathers(result.ir)) << result.ir;
}

/// A way to use `t` that stands against a layout element by element: %byte and %pair are offsets into it, of an element
/// and of a pair of elements.
struct odd_use {
    const char* pick;
    std::uint32_t (*expected)(const run_result&, std::size_t item, std::size_t byte, std::size_t pair);
};

constexpr odd_use odd_uses[] = {
    {R"(  %p = getelementptr i8, ptr %t, i64 %byte
  %b = load i8, ptr %p
  %v = zext i8 %b to i32)",
     [](const run_result& r, std::size_t i, std::size_t byte, std::size_t) { return r.element(i, byte / 4); }},
    {R"(  %p = getelementptr i8, ptr %t, i64 %pair
  %w = load i64, ptr %p
  %h = lshr i64 %w, 32
  %v = trunc i64 %h to i32)",
     [](const run_result& r, std::size_t i, std::size_t, std::size_t pair) { return r.element(i, pair / 4 + 1); }},
    {R"(  %p = getelementptr i8, ptr %t, i64 %pair
  %pn = ptrtoint ptr %p to i64
  %tn = ptrtoint ptr %t to i64
  %d = sub i64 %pn, %tn
  %v = trunc i64 %d to i32)",
     [](const run_result&, std::size_t, std::size_t, std::size_t pair) { return static_cast<std::uint32_t>(pair); }},
    {R"(  %odd = trunc i64 %i to i1
  %p = getelementptr i8, ptr %t, i64 %pair
  %s = select i1 %odd, ptr %p, ptr @table
  %v = load i32, ptr %s)",
     [](const run_result& r, std::size_t i, std::size_t, std::size_t pair) {
         return i % 2 == 1 ? r.element(i, pair / 4) : 3;
     }}};

TEST(PrivateArrays, ThatAreNotOfWholeElementsStayRight) {
    for (const odd_use& use : odd_uses) {
        SCOPED_TRACE(use.pick);
        const std::string offsets = "  %byte = and i64 %i, 28\n  %pair = and i64 %i, 24\n";
        const run_result result = run(kernel_with(fill_from_input, offsets + use.pick), 8);
        for (std::size_t i = 0; i < result.out.size(); ++i) {
            ASSERT_EQ(result.out[i], use.expected(result, i, i & 28, i & 24)) << "at " << i;
        }
    }
}

}  // namespace
}  // namespace ndweave::compiler::testing

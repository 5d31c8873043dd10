// What kernels compute of their ids, near the ends of what ids can be, with ids of 32 bits and of 64.
#include <gtest/gtest.h>

#include <vector>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

constexpr unsigned results = 9;
constexpr std::uint64_t count = 200, group = 8, limit = (std::uint64_t{1} << 32) + 3;
constexpr std::uint64_t small_end = std::uint64_t{1} << 30;

/// What the kernel below stores for the id `i`: arithmetic of 64, 32 and 16 bits that leaves the ids' range in every
/// way.
std::array<std::uint64_t, results> expected_of(std::uint64_t i) {
    const auto word = static_cast<std::uint32_t>(i);
    return {i * 0x9E3779B97F4A7C15u,
            i << 35,
            i - 5,
            word * 7u,
            static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(word * 0xFFFFFFFDu)}),
            (i < limit ? 1u : 0u) + (i * 9 < limit ? 2u : 0u) + (i - 7 > limit ? 4u : 0u),
            i * i,
            static_cast<std::uint16_t>(i),
            static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(word + 0x40000000u)})};
}

std::string store(unsigned number, const std::string& value) {
    const std::string n = std::to_string(number);
    return "  %o" + n + " = add i64 %at, " + std::to_string(number * count) + "\n  %p" + n +
           " = getelementptr i64, ptr %out, i64 %o" + n + "\n  store i64 %" + value + ", ptr %p" + n + "\n";
}

/// Functor: out, and the first id, whose results come first.
std::string kernel_of(unsigned axis, bool looped) {
    const std::string start = R"(
define void @kernel(ptr %f) {
entry:
  %out = load ptr, ptr %f
  %fp = getelementptr i8, ptr %f, i64 8
  %first = load i64, ptr %fp
  %lp = getelementptr i8, ptr %f, i64 16
  %limit = load i64, ptr %lp
  %np = getelementptr i8, ptr %f, i64 24
  %n = load i64, ptr %np
  %i = call i64 @__ndweave_global_id(i32 )" +
                              std::to_string(axis) + R"()
  %at = sub i64 %i, %first
)";
    // As many iterations as the kernel is told, the same each: loops make it run in tiles.
    const std::string head = looped ? R"(  br label %iteration
iteration:
  %k = phi i64 [ 0, %entry ], [ %k1, %iteration ]
)"
                                    : "";
    const std::string tail = looped ? R"(  %k1 = add i64 %k, 1
  %go = icmp ult i64 %k1, %n
  br i1 %go, label %iteration, label %end
end:
)"
                                    : "";
    const std::string body = R"(  %r0 = mul i64 %i, -7046029254386353131
  %r1 = shl i64 %i, 35
  %r2 = sub i64 %i, 5
  %w = trunc i64 %i to i32
  %w3 = mul i32 %w, 7
  %r3 = zext i32 %w3 to i64
  %w4 = mul i32 %w, -3
  %r4 = sext i32 %w4 to i64
  %c0 = icmp ult i64 %i, %limit
  %nine = mul i64 %i, 9
  %c1 = icmp ult i64 %nine, %limit
  %less = sub i64 %i, 7
  %c2 = icmp ugt i64 %less, %limit
  %b0 = zext i1 %c0 to i64
  %b1 = select i1 %c1, i64 2, i64 0
  %b2 = select i1 %c2, i64 4, i64 0
  %b01 = add i64 %b0, %b1
  %r5 = add i64 %b01, %b2
  %r6 = mul i64 %i, %i
  %h = trunc i64 %i to i16
  %r7 = zext i16 %h to i64
  %w8 = add i32 %w, 1073741824
  %r8 = sext i32 %w8 to i64
)";
    std::string stores;
    for (unsigned r = 0; r < results; ++r) stores += store(r, "r" + std::to_string(r));
    return start + head + body + stores + tail + "  ret void\n}";
}

struct way {
    const char* name;
    std::uint32_t kind;
    bool looped;
};

void expect_ids_from(std::uint64_t first, unsigned axis, const way& how, std::uint32_t flags) {
    SCOPED_TRACE(std::string(how.name) + ", axis " + std::to_string(axis) + ", ids from " + std::to_string(first) +
                 ", flags " + std::to_string(flags));
    ir_kernel kernel(kernel_of(axis, how.looped));
    kernel.request.variant.kind = how.kind;
    kernel.request.variant.flags = flags;
    kernel.request.variant.dimensions = axis + 1;
    const bool groups = how.kind == 2;
    for (unsigned a = 0; a <= axis && groups; ++a) kernel.request.variant.local_range[a] = a == axis ? group : 1;
    const host_kernel compiled(kernel);
    std::vector<std::uint64_t> out(results * count);
    const std::uint64_t functor[8] = {reinterpret_cast<std::uintptr_t>(out.data()), first, limit, 2};
    std::array<std::uint64_t, 3> global = {1, 1, 1};
    global[axis] = first + count;
    ndw_host_box box{{0, 0, 0}, {1, 1, 1}};
    box.begin[axis] = groups ? first / group : first;
    box.end[axis] = groups ? (first + count) / group : first + count;
    compiled.run_box(compiled.launch_of(functor, global), box);
    for (std::uint64_t at = 0; at < count; ++at) {
        for (unsigned r = 0; r < results; ++r) {
            ASSERT_EQ(out[r * count + at], expected_of(first + at)[r]) << "result " << r << " of id " << first + at;
        }
    }
}

constexpr way ways[] = {{"flat loop", 1, false}, {"tiles", 1, true}, {"groups", 2, false}, {"groups, looped", 2, true}};

TEST(Ids, OfSmallLaunchesAreExact) {
    for (const way& how : ways) {
        for (const unsigned axis : {0u, 1u, 2u}) {
            for (const std::uint64_t first : {std::uint64_t{0}, small_end / 4 - 64, small_end / 2, small_end - count}) {
                expect_ids_from(first, axis, how, NDW_COMPILE_SMALL_IDS);
            }
        }
    }
}

TEST(Ids, OfLargeLaunchesAreExact) {
    for (const way& how : ways) {
        for (const unsigned axis : {0u, 1u, 2u}) {
            for (const std::uint64_t first :
                 {small_end - 64, 2 * small_end - 64, 4 * small_end - 64, small_end << 10}) {
                expect_ids_from(first, axis, how, 0);
            }
        }
    }
}

/// a[y * n + x] with numbers of 32 bits, as C++ programs have them: rows of vectors.
TEST(Ids, OfSmallLaunchesMakeIndicesByIntContiguous) {
    ir_kernel kernel(R"(
define void @kernel(ptr %f) {
  %out = load ptr, ptr %f
  %np = getelementptr i8, ptr %f, i64 8
  %n = load i32, ptr %np
  %x = call i64 @__ndweave_global_id(i32 0)
  %y = call i64 @__ndweave_global_id(i32 1)
  %xi = trunc i64 %x to i32
  %yi = trunc i64 %y to i32
  %row = mul nsw i32 %yi, %n
  %i = add nsw i32 %row, %xi
  %at = sext i32 %i to i64
  %p = getelementptr i32, ptr %out, i64 %at
  %v = load i32, ptr %p
  %w = add i32 %v, %xi
  store i32 %w, ptr %p
  ret void
})");
    kernel.request.variant.dimensions = 2;
    kernel.request.variant.flags = NDW_COMPILE_SMALL_IDS;
    const std::string ir = ir_after("optimise", kernel);
    EXPECT_NE(ir.find("vector.body"), std::string::npos) << ir;
    EXPECT_EQ(ir.find("llvm.masked.gather"), std::string::npos) << ir;
    EXPECT_EQ(ir.find("llvm.masked.scatter"), std::string::npos) << ir;
}

}  // namespace
}  // namespace ndweave::compiler::testing

// Arithmetic that C++ promotes to int, done in 16 bits where that is the same: bit for bit what 32 bits give.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "compiler/codegen/host/machine.hpp"
#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

struct captures {
    const std::uint8_t* u8;
    const std::int8_t* i8;
    const std::uint16_t* u16;
    const std::int16_t* i16;
    std::uint8_t* out8;
    std::uint16_t* out16;
    std::uint32_t any;   // what does not change in the loop: of unknown size
    std::uint8_t small;  // and a byte
};

/// %x0 .. %x5 are the numbers of work-item i and the captures; `low` and `high` are stored, cut to 8 and 16 bits.
std::string kernel_text(const std::string& operations, const std::string& low, const std::string& high) {
    return R"(
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %p1 = getelementptr i8, ptr %f, i64 8
  %p2 = getelementptr i8, ptr %f, i64 16
  %p3 = getelementptr i8, ptr %f, i64 24
  %p4 = getelementptr i8, ptr %f, i64 32
  %p5 = getelementptr i8, ptr %f, i64 40
  %p6 = getelementptr i8, ptr %f, i64 48
  %p7 = getelementptr i8, ptr %f, i64 52
  %b0 = load ptr, ptr %f
  %b1 = load ptr, ptr %p1
  %b2 = load ptr, ptr %p2
  %b3 = load ptr, ptr %p3
  %b4 = load ptr, ptr %p4
  %b5 = load ptr, ptr %p5
  %x4 = load i32, ptr %p6
  %s5 = load i8, ptr %p7
  %x5 = zext i8 %s5 to i32
  %a0 = getelementptr inbounds i8, ptr %b0, i64 %i
  %a1 = getelementptr inbounds i8, ptr %b1, i64 %i
  %a2 = getelementptr inbounds i16, ptr %b2, i64 %i
  %a3 = getelementptr inbounds i16, ptr %b3, i64 %i
  %s0 = load i8, ptr %a0
  %s1 = load i8, ptr %a1
  %s2 = load i16, ptr %a2
  %s3 = load i16, ptr %a3
  %x0 = zext i8 %s0 to i32
  %x1 = sext i8 %s1 to i32
  %x2 = zext i16 %s2 to i32
  %x3 = sext i16 %s3 to i32
)" + operations +
           "  %low = trunc i32 " + low + " to i8\n  %high = trunc i32 " + high + R"( to i16
  %a4 = getelementptr inbounds i8, ptr %b4, i64 %i
  %a5 = getelementptr inbounds i16, ptr %b5, i64 %i
  store i8 %low, ptr %a4
  store i16 %high, ptr %a5
  ret void
})";
}

/// A number: one of the six that kernels begin with, or an operation of earlier numbers and a constant.
struct operation {
    std::string name;
    std::size_t a = 0, b = 0, c = 0, d = 0;
    std::uint32_t constant = 0;
    bool with_constant = false;
};

std::uint32_t divide(const std::string& name, std::uint32_t a, std::uint32_t by) {
    const auto sa = static_cast<std::int32_t>(a), sb = static_cast<std::int32_t>(by);
    if (name == "udiv") return a / by;
    if (name == "urem") return a % by;
    return static_cast<std::uint32_t>(name == "sdiv" ? sa / sb : sa % sb);
}

std::uint32_t apply(const std::string& name, std::uint32_t a, std::uint32_t b) {
    const auto sa = static_cast<std::int32_t>(a), sb = static_cast<std::int32_t>(b);
    if (name == "add") return a + b;
    if (name == "sub") return a - b;
    if (name == "mul") return a * b;
    if (name == "and") return a & b;
    if (name == "or") return a | b;
    if (name == "xor") return a ^ b;
    if (name == "shl") return a << b;
    if (name == "lshr") return a >> b;
    if (name == "ashr") return static_cast<std::uint32_t>(sa >> b);
    if (name == "umin") return std::min(a, b);
    if (name == "umax") return std::max(a, b);
    if (name == "smin") return static_cast<std::uint32_t>(std::min(sa, sb));
    if (name == "smax") return static_cast<std::uint32_t>(std::max(sa, sb));
    if (name == "abs") return sa < 0 ? 0 - a : a;
    return divide(name, a, b);
}

bool compare(const std::string& name, std::uint32_t a, std::uint32_t b) {
    if (name == "ult") return a < b;
    if (name == "slt") return static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b);
    return a == b;
}

class random_tree {
public:
    random_tree(std::mt19937& random, std::size_t operations) : random_(random) {
        for (std::size_t n = 0; n < operations; ++n) numbers_.push_back(make());
    }

    std::string text() const {
        std::string text;
        for (std::size_t n = 0; n < numbers_.size(); ++n) text += line(numbers_[n], "%x" + std::to_string(first + n));
        return kernel_text(text, "%x" + std::to_string(first + numbers_.size() - 1),
                           "%x" + std::to_string(first + numbers_.size() - 2));
    }

    /// The last number and the one before it.
    std::pair<std::uint32_t, std::uint32_t> values(const captures& from, std::size_t i) const {
        std::vector<std::uint32_t> x = {from.u8[i],  static_cast<std::uint32_t>(from.i8[i]),
                                        from.u16[i], static_cast<std::uint32_t>(from.i16[i]),
                                        from.any,    from.small};
        for (const operation& n : numbers_) {
            if (n.name == "ult" || n.name == "slt" || n.name == "eq") {
                x.push_back(compare(n.name, x[n.a], x[n.b]) ? x[n.c] : x[n.d]);
            } else {
                x.push_back(apply(n.name, x[n.a], n.with_constant ? n.constant : x[n.b]));
            }
        }
        return {x[x.size() - 1], x[x.size() - 2]};
    }

private:
    static constexpr std::size_t first = 6;

    std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(random_() % end); }
    /// A late number, so that trees are deep; every fourth time one of the kernel's own.
    std::size_t operand() {
        const std::size_t all = first + numbers_.size();
        return below(4) == 0 || all == first ? below(first) : all - 1 - below(std::min<std::uint32_t>(3, all));
    }

    operation make() {
        static const std::vector<std::string> names = {
            "add",  "add",  "sub",  "mul",  "mul",  "and",  "or",   "xor", "shl", "lshr", "lshr", "ashr", "udiv",
            "urem", "sdiv", "srem", "umin", "umax", "smin", "smax", "abs", "ult", "slt",  "eq",   "sub"};
        operation n{names[below(names.size())], operand(), operand(), operand(), operand(), 0, false};
        const std::uint32_t constants[] = {0,   1,    2,     3,     9,     127,   128, 255,
                                           256, 1000, 32767, 32768, 65535, 65536, ~0u, below(300)};
        n.constant = constants[below(std::size(constants))];
        n.with_constant = below(3) == 0;
        if (n.name == "shl" || n.name == "lshr" || n.name == "ashr") {
            n.with_constant = true;
            n.constant = below(4) == 0 ? below(32) : below(9);
        }
        if (n.name.ends_with("div") || n.name.ends_with("rem")) {
            n.with_constant = true;
            n.constant = 1 + below(4) * below(300);
        }
        if (n.name == "sub" && n.with_constant) n.constant = 255;
        return n;
    }

    static std::string line(const operation& n, const std::string& result) {
        const auto x = [](std::size_t k) { return "%x" + std::to_string(k); };
        const std::string b = n.with_constant ? std::to_string(static_cast<std::int32_t>(n.constant)) : x(n.b);
        if (n.name == "ult" || n.name == "slt" || n.name == "eq") {
            const std::string condition = "%c" + result.substr(1);
            return "  " + condition + " = icmp " + n.name + " i32 " + x(n.a) + ", " + x(n.b) + "\n  " + result +
                   " = select i1 " + condition + ", i32 " + x(n.c) + ", i32 " + x(n.d) + "\n";
        }
        if (n.name == "abs") return "  " + result + " = call i32 @llvm.abs.i32(i32 " + x(n.a) + ", i1 false)\n";
        if (n.name.ends_with("min") || n.name.ends_with("max")) {
            return "  " + result + " = call i32 @llvm." + n.name + ".i32(i32 " + x(n.a) + ", i32 " + b + ")\n";
        }
        return "  " + result + " = " + n.name + " i32 " + x(n.a) + ", " + b + "\n";
    }

    std::mt19937& random_;
    std::vector<operation> numbers_;
};

/// Inputs with many numbers at the ends of their ranges.
template <class T>
std::vector<T> extreme_numbers(std::mt19937& random, std::size_t n) {
    std::vector<T> numbers(n);
    const T ends[] = {std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), 0, 1, static_cast<T>(-1)};
    for (T& each : numbers) each = random() % 4 == 0 ? ends[random() % std::size(ends)] : static_cast<T>(random());
    return numbers;
}

struct buffers {
    static constexpr std::size_t items = 1000 + 7;
    std::vector<std::uint8_t> u8, out8;
    std::vector<std::int8_t> i8;
    std::vector<std::uint16_t> u16, out16;
    std::vector<std::int16_t> i16;
    captures functor;

    explicit buffers(std::mt19937& random)
        : u8(extreme_numbers<std::uint8_t>(random, items)),
          out8(items),
          i8(extreme_numbers<std::int8_t>(random, items)),
          u16(extreme_numbers<std::uint16_t>(random, items)),
          out16(items),
          i16(extreme_numbers<std::int16_t>(random, items)),
          functor{u8.data(),
                  i8.data(),
                  u16.data(),
                  i16.data(),
                  out8.data(),
                  out16.data(),
                  static_cast<std::uint32_t>(random() >> random() % 32),
                  static_cast<std::uint8_t>(random())} {}
};

TEST(NarrowIntegers, RandomTreesAreBitForBit) {
    const own_cache cache;
    const unsigned seed = std::random_device()();
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    for (int tree = 0; tree < 60; ++tree) {
        const random_tree operations(random, 2 + random() % 9);
        SCOPED_TRACE(operations.text());
        const ir_kernel kernel(operations.text());
        const host_kernel compiled(kernel);
        buffers b(random);
        compiled.run(&b.functor, {buffers::items, 1, 1});
        for (std::size_t i = 0; i < buffers::items; ++i) {
            const auto [low, high] = operations.values(b.functor, i);
            ASSERT_EQ(b.out8[i], static_cast<std::uint8_t>(low)) << i;
            ASSERT_EQ(b.out16[i], static_cast<std::uint16_t>(high)) << i;
        }
    }
}

/// A kernel of bytes, the operation of vectors that its loop must have, and what it computes.
struct known_case {
    const char* operations;
    const char* in_vectors;
    std::uint32_t (*expected)(std::uint32_t u, std::int32_t s, std::uint32_t small);
};

const known_case known_cases[] = {
    {R"(
  %sum = add i32 %x0, %x5
  %x6 = call i32 @llvm.smin.i32(i32 %sum, i32 255)
)",
     "@llvm.uadd.sat.v32i8",
     [](std::uint32_t u, std::int32_t, std::uint32_t small) { return std::min(u + small, 255u); }},
    {R"(
  %difference = sub i32 %x5, %x0
  %x6 = call i32 @llvm.smax.i32(i32 %difference, i32 0)
)",
     "@llvm.usub.sat.v32i8",
     [](std::uint32_t u, std::int32_t, std::uint32_t small) { return small > u ? small - u : 0; }},
    {R"(
  %difference = add i32 %x0, -40
  %x6 = call i32 @llvm.smax.i32(i32 %difference, i32 0)
)",
     "@llvm.umax.v32i8", [](std::uint32_t u, std::int32_t, std::uint32_t) { return u > 40 ? u - 40 : 0; }},
    // min(abs(2 * s - u), 255)
    {R"(
  %twice = shl i32 %x1, 1
  %difference = sub i32 %twice, %x0
  %size = call i32 @llvm.abs.i32(i32 %difference, i1 true)
  %x6 = call i32 @llvm.umin.i32(i32 %size, i32 255)
)",
     "@llvm.abs.v32i16",
     [](std::uint32_t u, std::int32_t s, std::uint32_t) {
         return static_cast<std::uint32_t>(std::min(std::abs(2 * s - static_cast<std::int32_t>(u)), 255));
     }},
};

TEST(NarrowIntegers, KnownKernelsComputeInSmallVectors) {
    const own_cache cache;
    const unsigned seed = std::random_device()();
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    for (const known_case& each : known_cases) {
        SCOPED_TRACE(each.operations);
        const ir_kernel kernel(kernel_text(each.operations, "%x6", "0"));
        const std::string code = ir_after("optimise", kernel);
        if (host::target_cpu().vector_bits == 512) {
            EXPECT_NE(code.find(each.in_vectors), std::string::npos) << code;
        }
        const host_kernel compiled(kernel);
        buffers b(random);
        compiled.run(&b.functor, {buffers::items, 1, 1});
        for (std::size_t i = 0; i < buffers::items; ++i) {
            const std::uint32_t expected = each.expected(b.u8[i], b.i8[i], b.functor.small);
            ASSERT_EQ(b.out8[i], static_cast<std::uint8_t>(expected)) << i;
        }
    }
}

/// (x * part + 190 * (whole - part) + 127) / 255 of bytes is at most 255 * whole where the part is no more than the
/// whole, although the ranges of the two products say more; else it is anything.
TEST(NarrowIntegers, MixturesAreSmallWherePartsAre) {
    const own_cache cache;
    const unsigned seed = std::random_device()();
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    for (const std::uint32_t whole : {1u, 100u, 255u, 256u, 300u}) {
        for (const bool part_changes : {false, true}) {
            SCOPED_TRACE(whole);
            const std::string part = part_changes ? "%x0" : "%x5", x = part_changes ? "%x5" : "%x0";
            const ir_kernel kernel(kernel_text("  %rest = sub i32 " + std::to_string(whole) + ", " + part +
                                                   "\n  %one = mul i32 " + x + ", " + part + R"(
  %rounded = add i32 %one, 127
  %other = mul i32 %rest, 190
  %sum = add i32 %rounded, %other
  %x6 = udiv i32 %sum, 255
)",
                                               "%x6", "%x6"));
            if (host::target_cpu().vector_bits == 512) {
                const bool narrow = ir_after("optimise", kernel).find("udiv <32 x i16>") != std::string::npos;
                EXPECT_EQ(narrow, whole == 255 || whole == 256);
            }
            const host_kernel compiled(kernel);
            buffers b(random);
            compiled.run(&b.functor, {buffers::items, 1, 1});
            for (std::size_t i = 0; i < buffers::items; ++i) {
                const std::uint32_t u = b.u8[i], small = b.functor.small;
                const std::uint32_t p = part_changes ? u : small, other = part_changes ? small : u;
                const std::uint32_t expected = (other * p + 127 + (whole - p) * 190) / 255;
                ASSERT_EQ(b.out8[i], static_cast<std::uint8_t>(expected)) << i;
                ASSERT_EQ(b.out16[i], static_cast<std::uint16_t>(expected)) << i;
            }
        }
    }
}

}  // namespace
}  // namespace ndweave::compiler::testing

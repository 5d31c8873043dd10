// Guards around straight-line kernels, which become the bounds of their flat loops: who passes the guard works once.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

struct guarded {
    std::uint32_t* iterations;
    std::uint64_t width;
    std::int64_t bounds[4];
};

/// id + offset compared with a capture, in 32 or 64 bits.
struct comparison {
    unsigned axis;
    bool wide;
    std::string predicate;
    std::int32_t offset;
    bool negated, swapped;

    std::string text(const std::string& n) const {
        const std::string type = wide ? "i64" : "i32", id = "%id" + std::to_string(axis) + (wide ? "" : ".int");
        std::string text = "  %x" + n + " = add " + type + " " + id + ", " + std::to_string(offset) + "\n  %b" + n +
                           ".at = getelementptr i8, ptr %f, i64 " + std::to_string(16 + 8 * std::stoi(n)) + "\n  %b" +
                           n + " = load " + type + ", ptr %b" + n + ".at\n  %c" + n + ".plain = icmp " + predicate +
                           " " + type + (swapped ? " %b" + n + ", %x" + n : " %x" + n + ", %b" + n) + "\n";
        return text + "  %c" + n + " = xor i1 %c" + n + ".plain, " + (negated ? "true" : "false") + "\n";
    }

    template <class U, class S>
    bool compare(U x, U b) const {
        if (swapped) std::swap(x, b);
        const auto sx = static_cast<S>(x), sb = static_cast<S>(b);
        if (predicate == "eq") return x == b;
        if (predicate == "ult") return x < b;
        if (predicate == "ule") return x <= b;
        if (predicate == "ugt") return x > b;
        if (predicate == "uge") return x >= b;
        if (predicate == "slt") return sx < sb;
        if (predicate == "sle") return sx <= sb;
        return predicate == "sgt" ? sx > sb : sx >= sb;
    }
    bool holds(std::uint64_t id, std::int64_t bound) const {
        const std::uint64_t x = id + static_cast<std::uint64_t>(std::int64_t{offset});
        const auto b = static_cast<std::uint64_t>(bound);
        const bool plain =
            wide ? compare<std::uint64_t, std::int64_t>(x, b)
                 : compare<std::uint32_t, std::int32_t>(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(b));
        return plain != negated;
    }
};

/// if (a and b), or unless (a or b); of the comparisons beginning at `first`.
struct guard {
    std::size_t first, count;
    bool unless;
};

/// Guards one inside the other around ++iterations[id1 * width + id0].
struct guarded_kernel {
    std::vector<comparison> comparisons;
    std::vector<guard> guards;

    std::string text() const {
        std::string body;
        for (std::size_t g = 0; g < guards.size(); ++g) {
            body += guard_text(guards[g], g + 1 == guards.size() ? "work" : "inside" + std::to_string(g));
        }
        return R"(
define void @kernel(ptr %f) {
  %id0 = call i64 @__ndweave_global_id(i32 0)
  %id1 = call i64 @__ndweave_global_id(i32 1)
  %id0.int = trunc i64 %id0 to i32
  %id1.int = trunc i64 %id1 to i32
  %iterations = load ptr, ptr %f
  %p1 = getelementptr i8, ptr %f, i64 8
  %width = load i64, ptr %p1
)" + body + R"(
  %row = mul i64 %id1, %width
  %index = add i64 %row, %id0
  %at = getelementptr inbounds i32, ptr %iterations, i64 %index
  %old = load i32, ptr %at
  %new = add i32 %old, 1
  store i32 %new, ptr %at
  br label %end
end:
  ret void
})";
    }

    bool passes(std::uint64_t id0, std::uint64_t id1, const guarded& f) const {
        for (const guard& g : guards) {
            for (std::size_t n = g.first; n < g.first + g.count; ++n) {
                if (comparisons[n].holds(comparisons[n].axis ? id1 : id0, f.bounds[n]) == g.unless) return false;
            }
        }
        return true;
    }

private:
    std::string guard_text(const guard& g, const std::string& inside) const {
        std::string text, last;
        for (std::size_t n = g.first; n < g.first + g.count; ++n) {
            const std::string number = std::to_string(n), c = "%c" + number;
            text += comparisons[n].text(number);
            if (!last.empty()) {
                text += "  %all" + number + " = select i1 " + last +
                        (g.unless ? ", i1 true, i1 " + c : ", i1 " + c + ", i1 false") + "\n";
            }
            last = last.empty() ? c : "%all" + number;
        }
        const std::string ways = g.unless ? "%end, label %" + inside : "%" + inside + ", label %end";
        return text + "  br i1 " + last + ", label " + ways + "\n" + inside + ":\n";
    }
};

constexpr std::uint64_t width = 203, height = 7;

guarded_kernel random_kernel(std::mt19937& random) {
    static const std::string predicates[] = {"eq", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"};
    guarded_kernel kernel;
    while (kernel.comparisons.empty() || (kernel.comparisons.size() < 4 && random() % 2 == 0)) {
        const std::size_t first = kernel.comparisons.size(), count = 1 + random() % std::min<std::size_t>(2, 4 - first);
        kernel.guards.push_back({first, count, random() % 2 == 0});
        for (std::size_t n = 0; n < count; ++n) {
            const bool seldom_equal = random() % 4 != 0;
            kernel.comparisons.push_back({static_cast<unsigned>(random() % 2), random() % 2 == 0,
                                          predicates[seldom_equal ? 1 + random() % 8 : 0],
                                          static_cast<std::int32_t>(random() % 3) - 1, random() % 3 == 0,
                                          random() % 3 == 0});
        }
    }
    return kernel;
}

std::int64_t random_bound(std::mt19937& random) {
    const std::int64_t extremes[] = {0, -1, 1, INT32_MIN, INT32_MAX, INT64_MIN, INT64_MAX, 0xffffffff, 0x100000000};
    if (random() % 4 == 0) return extremes[random() % std::size(extremes)];
    return static_cast<std::int64_t>(random() % (width + 20)) - 10;
}

void expect_right_iterations(const guarded_kernel& guards, const host_kernel& compiled, std::mt19937& random) {
    std::vector<std::uint32_t> iterations(width * height);
    guarded f{iterations.data(),
              width,
              {random_bound(random), random_bound(random), random_bound(random), random_bound(random)}};
    ndw_host_box box{};
    box.begin[0] = random() % width;
    box.end[0] = box.begin[0] + random() % (width - box.begin[0] + 1);
    box.begin[1] = random() % height;
    box.end[1] = height;
    compiled.run_box(compiled.launch_of(&f, {width, height, 1}), box);
    for (std::uint64_t y = 0; y < height; ++y) {
        for (std::uint64_t x = 0; x < width; ++x) {
            const bool inside = x >= box.begin[0] && x < box.end[0] && y >= box.begin[1];
            ASSERT_EQ(iterations[y * width + x], inside && guards.passes(x, y, f) ? 1 : 0)
                << x << ", " << y << " with " << f.bounds[0] << ", " << f.bounds[1] << ", " << f.bounds[2] << ", "
                << f.bounds[3];
        }
    }
}

TEST(FlatGuards, RandomGuardsLetTheRightItemsPassOnce) {
    const own_cache cache;
    const unsigned seed = std::random_device()();
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    for (int n = 0; n < 40; ++n) {
        const guarded_kernel guards = random_kernel(random);
        SCOPED_TRACE(guards.text());
        ir_kernel kernel(guards.text());
        kernel.request.variant.dimensions = 2;
        if (random() % 2 == 0) kernel.request.variant.flags |= NDW_COMPILE_SMALL_IDS;
        const host_kernel compiled(kernel);
        for (int round = 0; round < 20; ++round) expect_right_iterations(guards, compiled, random);
    }
}

/// What programs write around stencils, x and y as int, in one guard or several: the loops' bounds take all of it.
TEST(FlatGuards, BoundsChecksLeaveNoMasks) {
    const own_cache cache;
    const comparison above{1, false, "slt", 0, false, false}, below{1, false, "sge", 0, false, false};
    const comparison left{0, false, "slt", 0, false, false}, right{0, false, "sge", 0, false, false};
    const guarded_kernel kernels[] = {
        {{above, below, left, right}, {{0, 4, true}}},
        {{above, left, below, right}, {{0, 2, true}, {2, 2, true}}},
        {{above, left, right}, {{0, 2, true}, {2, 1, true}}},
        {{left, right, above, below}, {{0, 1, true}, {1, 1, true}, {2, 2, true}}},
    };
    std::mt19937 random(1);
    for (const guarded_kernel& guards : kernels) {
        SCOPED_TRACE(guards.text());
        ir_kernel kernel(guards.text());
        kernel.request.variant.dimensions = 2;
        kernel.request.variant.flags |= NDW_COMPILE_SMALL_IDS;
        const std::string code = ir_after("optimise", kernel);
        EXPECT_EQ(code.find("@llvm.masked"), std::string::npos) << code;
        EXPECT_NE(code.find("store <"), std::string::npos) << code;
        const host_kernel compiled(kernel);
        for (int round = 0; round < 20; ++round) expect_right_iterations(guards, compiled, random);
    }
}

}  // namespace
}  // namespace ndweave::compiler::testing

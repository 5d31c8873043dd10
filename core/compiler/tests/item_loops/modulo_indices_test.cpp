// Tables that are read at indices which repeat after a few work-items: in vectors, and each work-item reads its own.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "compiler/codegen/host/machine.hpp"
#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

struct captures {
    const std::uint32_t *in, *table;
    std::uint32_t *out, *first;
    std::uint32_t offset;
};

/// k = (step * i + offset) & mask;  out[i] = in[i] * table[k] + k
struct periodic {
    std::uint32_t step, mask;
    bool wide;          // i in 64 bits
    bool writes_first;  // first[i] = 7 before the table is read

    std::string text() const {
        const std::string type = wide ? "i64" : "i32", constant = std::to_string(mask);
        return R"(
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %p1 = getelementptr i8, ptr %f, i64 8
  %p2 = getelementptr i8, ptr %f, i64 16
  %p3 = getelementptr i8, ptr %f, i64 24
  %p4 = getelementptr i8, ptr %f, i64 32
  %in = load ptr, ptr %f
  %table = load ptr, ptr %p1
  %out = load ptr, ptr %p2
  %first = load ptr, ptr %p3
  %short = load i32, ptr %p4
  %offset = )" +
               std::string(wide ? "zext i32 %short to i64" : "bitcast i32 %short to i32") +
               "\n  %id = " + (wide ? "bitcast i64 %i to i64" : "trunc i64 %i to i32") + "\n  %steps = mul " + type +
               " %id, " + std::to_string(step) + "\n  %x = add " + type + " %steps, %offset\n  %k = and " + type +
               " %x, " + constant + "\n  %index = " + (wide ? "bitcast i64 %k to i64" : "zext i32 %k to i64") +
               "\n  %number = " + (wide ? "trunc i64 %k to i32" : "bitcast i32 %k to i32") +
               (writes_first ? R"(
  %first.at = getelementptr inbounds i32, ptr %first, i64 %i
  store i32 7, ptr %first.at)"
                             : "") +
               R"(
  %in.at = getelementptr inbounds i32, ptr %in, i64 %i
  %value = load i32, ptr %in.at
  %table.at = getelementptr inbounds i32, ptr %table, i64 %index
  %entry = load i32, ptr %table.at
  %product = mul i32 %value, %entry
  %sum = add i32 %product, %number
  %out.at = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %sum, ptr %out.at
  ret void
})";
    }
};

constexpr std::size_t items = 64 * 13;

void expect_right_entries(const periodic& of, const ir_kernel& kernel, std::mt19937& random) {
    const host_kernel compiled(kernel);
    for (int round = 0; round < 5; ++round) {
        std::vector<std::uint32_t> in(items), table(64), out(items), first(items);
        for (auto& each : in) each = random();
        for (auto& each : table) each = random();
        const captures c{in.data(), table.data(), out.data(), first.data(), static_cast<std::uint32_t>(random())};
        ndw_host_box box{};
        const std::uint64_t whole =
            kernel.request.variant.kind == 2 ? items / kernel.request.variant.local_range[0] : items;
        box.begin[0] = random() % whole;
        box.end[0] = box.begin[0] + random() % (whole - box.begin[0]) + 1;
        box.end[1] = box.end[2] = 1;
        compiled.run_box(compiled.launch_of(&c, {items, 1, 1}), box);
        const std::uint64_t group = items / whole;
        for (std::uint32_t i = 0; i < items; ++i) {
            const bool inside = i >= box.begin[0] * group && i < box.end[0] * group;
            const std::uint32_t k = (of.step * i + c.offset) & of.mask;
            ASSERT_EQ(out[i], inside ? in[i] * table[k] + k : 0) << i;
            ASSERT_EQ(first[i], inside && of.writes_first ? 7 : 0) << i;
        }
    }
}

TEST(TablesOfShortPeriods, EveryItemReadsItsOwnEntry) {
    const own_cache cache;
    const unsigned seed = std::random_device()();
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    for (int n = 0; n < 40; ++n) {
        const std::uint32_t steps[] = {1, 1, 3, 4, 63, 1000, ~0u};
        periodic of{steps[random() % 7], (2u << random() % 7) - 1, random() % 2 == 0, random() % 4 == 0};
        of.mask = std::min(of.mask, 63u);
        if (of.wide && of.step == ~0u) of.step = 5;
        SCOPED_TRACE(of.text());
        ir_kernel kernel(of.text());
        if (random() % 2 == 0) {
            kernel.request.variant.kind = 2;
            kernel.request.variant.local_range[0] = 64;
        }
        if (random() % 2 == 0) kernel.request.variant.flags |= NDW_COMPILE_SMALL_IDS;
        expect_right_entries(of, kernel, random);
    }
}

TEST(TablesOfShortPeriods, VectorsOfEntriesLeaveTheLoop) {
    if (host::target_cpu().vector_bits != 512) GTEST_SKIP() << "vectors have 16 numbers with AVX-512";
    const ir_kernel kernel(periodic{1, 7, true, false}.text());
    const std::string code = ir_after("optimise", kernel);
    const std::size_t begin = code.find("\nvector.body");
    ASSERT_NE(begin, std::string::npos) << code;
    const std::string loop = code.substr(begin, code.find("\n\n", begin + 1) - begin);
    EXPECT_NE(loop.find("mul <16 x i32>"), std::string::npos) << loop;
    EXPECT_EQ(loop.find("@llvm.masked.gather"), std::string::npos) << loop;
    EXPECT_NE(code.find("@llvm.masked.gather"), std::string::npos) << code;
}

}  // namespace
}  // namespace ndweave::compiler::testing

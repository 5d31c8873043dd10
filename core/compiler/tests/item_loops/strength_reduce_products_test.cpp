// Products with the work-item loop's counter, used as numbers: no vector is multiplied, and they wrap around alike.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "compiler/codegen/host/machine.hpp"
#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

struct products {
    const std::uint32_t* table;
    std::uint32_t* out;
    std::uint32_t factor, offset;
};

constexpr std::uint32_t table_size = 1024, items = 2048;

/// out[l] = table[((l + shift) * factor + offset) & 1023] in groups of 2048: l stays below that, so
/// that l + 2048 becomes l | 2048.
std::string kernel_text(std::uint32_t shift) {
    return R"(
define void @kernel(ptr %f) {
  %l = call i32 @__ndweave_local_id(i32 0)
  %local = zext i32 %l to i64
  %table = load ptr, ptr %f
  %p1 = getelementptr i8, ptr %f, i64 8
  %out = load ptr, ptr %p1
  %p2 = getelementptr i8, ptr %f, i64 16
  %factor = load i32, ptr %p2
  %p3 = getelementptr i8, ptr %f, i64 20
  %offset = load i32, ptr %p3
  %moved = add i32 %l, )" +
           std::to_string(shift) + R"(
  %product = mul i32 %moved, %factor
  %sum = add i32 %product, %offset
  %around = and i32 %sum, 1023
  %index = zext i32 %around to i64
  %from = getelementptr inbounds i32, ptr %table, i64 %index
  %x = load i32, ptr %from
  %mixed = xor i32 %x, %sum
  %to = getelementptr inbounds i32, ptr %out, i64 %local
  store i32 %mixed, ptr %to
  ret void
})";
}

std::string vector_loop(const std::string& ir) {
    const std::size_t begin = std::min(ir.find("\nvector.body"), ir.size());
    return ir.substr(begin, ir.find("\n\n", begin) - begin);
}

void expect_products(std::uint32_t shift) {
    SCOPED_TRACE(shift);
    ir_kernel kernel(kernel_text(shift));
    kernel.request.variant.kind = 2;
    kernel.request.variant.local_range[0] = items;
    if (host::target_cpu().vector_bits == 512) {
        const std::string loop = vector_loop(ir_after("optimise", kernel));
        EXPECT_NE(loop.find("and <16 x i32>"), std::string::npos) << loop;
        EXPECT_EQ(loop.find("mul <"), std::string::npos) << loop;
    }
    const host_kernel compiled(kernel);
    const unsigned seed = std::random_device()();
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    std::vector<std::uint32_t> table(table_size), out(items);
    for (auto& each : table) each = random();
    for (int round = 0; round < 20; ++round) {
        const products p{table.data(), out.data(), static_cast<std::uint32_t>(random()),
                         static_cast<std::uint32_t>(random())};
        compiled.run(&p, {items, 1, 1});
        for (std::uint32_t l = 0; l < items; ++l) {
            const std::uint32_t sum = (l + shift) * p.factor + p.offset;
            EXPECT_EQ(out[l], table[sum % table_size] ^ sum) << l;
        }
    }
}

TEST(SteppedProducts, MultiplyNoVectors) {
    for (const std::uint32_t shift : {0u, 2048u, 77u, 0xfffffff0u}) expect_products(shift);
}

}  // namespace
}  // namespace ndweave::compiler::testing

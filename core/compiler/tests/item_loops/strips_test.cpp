// Strips of a group whose work-items run a loop in lockstep: how many, by what each carries through it; odd ranges.
#include <gtest/gtest.h>
#include <llvm/Support/JSON.h>

#include <random>
#include <vector>

#include "compiler/codegen/host/machine.hpp"
#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

struct functor {
    const std::uint32_t *x, *c;
    std::uint32_t* out;
    std::uint64_t terms;
};

/// out[i] = the sum over j < words of v[j], where v[j] = v[j] * x[i] + c[k] for all k < terms, from v[j] = j on.
std::string kernel_text(unsigned words) {
    std::string phis, steps, sum = "  %sum.0 = add i32 0, 0\n";
    for (unsigned j = 0; j < words; ++j) {
        const std::string n = std::to_string(j), after = std::to_string(j + 1);
        phis += "  %v" + n + " = phi i32 [ " + n + ", %entry ], [ %w" + n + ", %loop ]\n";
        steps += "  %m" + n + " = mul i32 %v" + n + ", %at\n  %w" + n + " = add i32 %m" + n + ", %term\n";
        sum += "  %sum." + after + " = add i32 %sum." + n + ", %w" + n + "\n";
    }
    return R"(
define void @kernel(ptr %f) {
entry:
  %i = call i64 @__ndweave_global_id(i32 0)
  %x = load ptr, ptr %f
  %p1 = getelementptr i8, ptr %f, i64 8
  %c = load ptr, ptr %p1
  %p2 = getelementptr i8, ptr %f, i64 16
  %out = load ptr, ptr %p2
  %p3 = getelementptr i8, ptr %f, i64 24
  %terms = load i64, ptr %p3
  %px = getelementptr i32, ptr %x, i64 %i
  %at = load i32, ptr %px
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
)" + phis + R"(
  %pc = getelementptr i32, ptr %c, i64 %k
  %term = load i32, ptr %pc
)" + steps +
           R"(
  %next = add i64 %k, 1
  %more = icmp ult i64 %next, %terms
  br i1 %more, label %loop, label %end
end:
)" + sum + "  %to = getelementptr i32, ptr %out, i64 %i\n  store i32 %sum." +
           std::to_string(words) + ", ptr %to\n  ret void\n}";
}

std::uint32_t reference(unsigned words, std::uint32_t x, const std::vector<std::uint32_t>& c) {
    std::uint32_t sum = 0;
    for (std::uint32_t j = 0; j < words; ++j) {
        std::uint32_t v = j;
        for (const std::uint32_t term : c) v = v * x + term;
        sum += v;
    }
    return sum;
}

void expect_strips(unsigned words, std::uint32_t kind, std::size_t items, std::uint32_t strip) {
    SCOPED_TRACE(std::to_string(words) + " words, " + std::to_string(items) + " work-items, kind " +
                 std::to_string(kind));
    ir_kernel kernel(kernel_text(words));
    kernel.request.variant.kind = kind;
    if (kind == 2) kernel.request.variant.local_range[0] = 256;
    const host_kernel compiled(kernel);
    const auto report = llvm::cantFail(llvm::json::parse(compiled.report()));
    EXPECT_EQ(report.getAsObject()->getInteger("strip"), strip);

    const unsigned seed = std::random_device()();
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    std::vector<std::uint32_t> x(items), c(7), out(items);
    for (auto& each : x) each = random();
    for (auto& each : c) each = random();
    const functor f{x.data(), c.data(), out.data(), c.size()};
    compiled.run(&f, {items, 1, 1});
    for (std::size_t i = 0; i < items; ++i) ASSERT_EQ(out[i], reference(words, x[i], c)) << i;
}

TEST(Strips, AreWideWhereLittleIsCarriedAndRegistersAreMany) {
    const std::uint32_t wide = host::target_cpu().vector_bits == 512 ? 128 : 64;
    for (const std::size_t items : {1u, 63u, 64u, 127u, 128u, 129u, 256u, 1003u}) {
        expect_strips(1, 1, items, wide);  // and x
        expect_strips(2, 1, items, 64);
    }
    expect_strips(1, 2, 768, wide);
    expect_strips(4, 2, 768, 64);
}

}  // namespace
}  // namespace ndweave::compiler::testing

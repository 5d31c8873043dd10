// short_periods by brute force: loops of all small periods, run by the interpreter before and after the pass.
#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/Support/SourceMgr.h>

#include <array>
#include <stdexcept>
#include <string>

#include "compiler/llvm_passes.hpp"
#include "compiler/passes/loops/short_periods.hpp"
#include "compiler/tests/random/interpreter/serial_interpreter.hpp"

namespace ndweave::compiler::testing {

namespace {

using namespace llvm;

constexpr unsigned turns = 70, table_bytes = 64;

struct loop_memory {
    std::array<std::uint8_t, table_bytes> table;
    std::array<std::uint8_t, turns> out{};
    alignas(8) std::uint64_t start;
};

/// for (i = 0, c = start; i < turns; ++i, c += step) out[i] = table[c & (2^bits - 1)], c of `width` bits
struct loop_text {
    unsigned bits, width;
    std::int64_t step;

    std::string text() const {
        const std::string type = "i" + std::to_string(width);
        const std::string index = width == 64 ? "bitcast i64 %k to i64" : "zext " + type + " %k to i64";
        return "define void @kernel(ptr %m) {\n  %out = getelementptr i8, ptr %m, i64 " +
               std::to_string(offsetof(loop_memory, out)) + "\n  %start.at = getelementptr i8, ptr %m, i64 " +
               std::to_string(offsetof(loop_memory, start)) + "\n  %start = load " + type + R"(, ptr %start.at
  br label %turn
turn:
  %i = phi i64 [ 0, %0 ], [ %i.next, %turn ]
  %c = phi )" + type +
               " [ %start, %0 ], [ %c.next, %turn ]\n  %k = and " + type + " %c, " + std::to_string((1u << bits) - 1) +
               "\n  %index = " + index + R"(
  %from = getelementptr i8, ptr %m, i64 %index
  %x = load i8, ptr %from, !llvm.access.group !0
  %to = getelementptr i8, ptr %out, i64 %i
  store i8 %x, ptr %to, !llvm.access.group !0
  %c.next = add )" +
               type + " %c, " + std::to_string(step) + R"(
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, )" +
               std::to_string(turns) + R"(
  br i1 %more, label %turn, label %end, !llvm.loop !1
end:
  ret void
}
!0 = distinct !{}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.parallel_accesses", !0}
)";
    }
};

std::array<std::uint8_t, turns> run(const Function& kernel, std::uint64_t start) {
    loop_memory memory{};
    for (unsigned k = 0; k < table_bytes; ++k) memory.table[k] = static_cast<std::uint8_t>(k + 1);
    memory.start = start;
    work_group group;
    serial_interpreter(kernel).run_once(group, {&memory});
    return memory.out;
}

void expect_same_elements(const loop_text& loop) {
    LLVMContext context;
    SMDiagnostic problem;
    const auto module = parseAssemblyString(loop.text(), problem, context);
    if (!module) throw std::logic_error(problem.getMessage().str());
    const Function& kernel = *module->getFunction("kernel");
    const std::uint64_t starts[] = {0, 1, 5, 62, 127, ~std::uint64_t{0}};
    std::array<std::array<std::uint8_t, turns>, std::size(starts)> expected;
    for (unsigned n = 0; n < std::size(starts); ++n) expected[n] = run(kernel, starts[n]);
    run_function_passes(*module, [](FunctionPassManager& passes) { passes.addPass(short_periods()); });
    const bool counts = any_of(kernel, [](const BasicBlock& block) {
        return any_of(block.phis(), [](const PHINode& phi) { return phi.getName() == "phase"; });
    });
    EXPECT_TRUE(counts) << "the index has no counter of its own";
    for (unsigned n = 0; n < std::size(starts); ++n) EXPECT_EQ(run(kernel, starts[n]), expected[n]) << starts[n];
}

TEST(ShortPeriods, GiveEachIterationItsElement) {
    for (unsigned bits = 1; bits <= bits_of_short_period; ++bits) {
        for (const unsigned width : {8u, 32u, 64u}) {
            for (const std::int64_t step : {-65, -3, -1, 1, 2, 3, 5, 31, 64}) {
                const loop_text loop{bits, width, step};
                SCOPED_TRACE(loop.text());
                expect_same_elements(loop);
            }
        }
    }
}

}  // namespace

}  // namespace ndweave::compiler::testing

// Loops whose iterations are not counted, split so that they can be unrolled: all 8-bit steps and bounds.
#include "compiler/passes/counters/split_at_limit.hpp"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "compiler/codegen/host/machine.hpp"
#include "compiler/codegen/ptx/passes/unroll_loops.hpp"
#include "compiler/pass_manager/analysis_managers.hpp"

namespace ndweave::compiler::testing {
namespace {

/// A sum of what a table has for the counter's values, in which each has its place, and the value that it ends with.
constexpr const char* loop_text = R"(
define i64 @run(i8 %begin, i8 %step, i8 %bound, ptr %table) {
start:
  br label %iteration
iteration:
  %i = phi i8 [ %begin, %start ], [ %next, %iteration ]
  %s = phi i32 [ 0, %start ], [ %sum, %iteration ]
  %moved = mul i32 %s, 31
  %index = zext i8 %i to i64
  %place = getelementptr i8, ptr %table, i64 %index
  %entry = load i8, ptr %place
  %wide = zext i8 %entry to i32
  %sum = add i32 %moved, %wide
  %next = add i8 %i, %step
  %more = icmp LESS i8 %next, %bound
  br i1 %more, label %iteration, label %done
done:
  %high = zext i32 %sum to i64
  %shifted = shl i64 %high, 8
  %low = zext i8 %next to i64
  %result = or i64 %shifted, %low
  ret i64 %result
})";

std::uint8_t entry(std::uint8_t index) { return static_cast<std::uint8_t>(index * 77 + 5); }

/// Nothing where the loop has no end.
template <class Number>
std::optional<std::uint64_t> expected(Number begin, Number step, Number bound) {
    std::uint32_t sum = 0;
    Number i = begin;
    for (int iteration = 0; iteration < 256; ++iteration) {
        sum = sum * 31 + entry(static_cast<std::uint8_t>(i));
        i = static_cast<Number>(i + step);
        if (!(i < bound)) return static_cast<std::uint64_t>(sum) << 8 | static_cast<std::uint8_t>(i);
    }
    return std::nullopt;
}

using change = std::function<void(llvm::Function&, llvm::FunctionAnalysisManager&)>;

template <class Number>
void hold_to_every_value(const std::string& less, const change& make) {
    std::string text = loop_text;
    text.replace(text.find("LESS"), 4, less);
    auto context = std::make_unique<llvm::LLVMContext>();
    llvm::SMDiagnostic problem;
    auto module = llvm::parseAssemblyString(text, problem, *context);
    ASSERT_NE(module, nullptr) << problem.getMessage().str();
    llvm::PassBuilder builder;
    analysis_managers analyses;
    analyses.register_all(builder);
    llvm::Function& run = *module->getFunction("run");
    make(run, analyses.functions);
    ASSERT_FALSE(llvm::verifyFunction(run, &llvm::errs()));

    const auto jit = llvm::cantFail(llvm::orc::LLJITBuilder().create());
    module->setDataLayout(jit->getDataLayout());
    llvm::cantFail(jit->addIRModule({std::move(module), std::move(context)}));
    std::array<std::uint8_t, 256> table{};
    for (int i = 0; i < 256; ++i) table[i] = entry(static_cast<std::uint8_t>(i));
    using function = std::uint64_t(Number begin, Number step, Number bound, const std::uint8_t* table);
    auto* const compiled = llvm::cantFail(jit->lookup("run")).template toPtr<function>();
    for (int b = 0; b < 256; b += b < 4 || b > 250 || (b > 122 && b < 132) ? 1 : 6) {
        for (int s = 0; s < 256; ++s) {
            for (int n = 0; n < 256; ++n) {
                const auto begin = static_cast<Number>(b), step = static_cast<Number>(s),
                           bound = static_cast<Number>(n);
                const auto right = expected(begin, step, bound);
                if (right)
                    ASSERT_EQ(compiled(begin, step, bound, table.data()), *right) << b << " by " << s << " below " << n;
            }
        }
    }
}

void hold_to_every_value(const change& make) {
    host::make_machine(false);  // LLVM knows this processor afterwards
    hold_to_every_value<std::int8_t>("slt", make);
    hold_to_every_value<std::uint8_t>("ult", make);
}

TEST(SplitAtLimit, BothLoopsDoWhatTheOneDid) {
    for (const unsigned left : {2, 3, 8}) {
        hold_to_every_value([&](llvm::Function& run, llvm::FunctionAnalysisManager& analyses) {
            auto& loops = analyses.getResult<llvm::LoopAnalysis>(run);
            auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(run);
            llvm::formLCSSARecursively(**loops.begin(), dominators, &loops, nullptr);
            const llvm::Loop* rest = split_at_limit(**loops.begin(), left, loops, dominators,
                                                    analyses.getResult<llvm::ScalarEvolutionAnalysis>(run),
                                                    analyses.getResult<llvm::AssumptionAnalysis>(run));
            ASSERT_NE(rest, nullptr);
            EXPECT_EQ(std::distance(loops.begin(), loops.end()), 2);
            loops.verify(dominators);
            EXPECT_TRUE(dominators.verify());
            for (const llvm::Loop* loop : loops)
                EXPECT_TRUE(loop->isLoopSimplifyForm() && loop->isLCSSAForm(dominators));
        });
    }
}

TEST(SplitAtLimit, UnrolledLoopsDoWhatTheOneDid) {
    hold_to_every_value([](llvm::Function& run, llvm::FunctionAnalysisManager& analyses) {
        ptx::unroll_loops().run(run, analyses);
        unsigned iterations = 0;  // four in one, and one of the rest
        for (const llvm::BasicBlock& block : run) {
            for (const llvm::Instruction& one : block) iterations += one.getOpcode() == llvm::Instruction::Mul;
        }
        EXPECT_EQ(iterations, 4 + 1 + 1);  // and the distance to the limit
    });
}

}  // namespace
}  // namespace ndweave::compiler::testing

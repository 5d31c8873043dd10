// Inverse square roots under fast-math: how exact they are, and that no slow instruction is left.
#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

#include <cmath>
#include <random>
#include <regex>

#include "compiler/passes/after_vectorizer/approximate_roots.hpp"
#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

/// y[i] = 3 / sqrt(x[i])
constexpr const char* roots_kernel = R"(
declare float @llvm.sqrt.f32(float)
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %x = load ptr, ptr %f
  %rp = getelementptr i8, ptr %f, i64 8
  %r = load ptr, ptr %rp
  %px = getelementptr float, ptr %x, i64 %i
  %v = load float, ptr %px
  %root = call float @llvm.sqrt.f32(float %v)
  %inverse = fdiv float 3.0, %root
  %pr = getelementptr float, ptr %r, i64 %i
  store float %inverse, ptr %pr
  ret void
})";

double units_in_the_last_place(float got, long double wanted) {
    const float rounded = static_cast<float>(wanted);
    const float unit = std::nextafter(rounded, INFINITY) - rounded;
    return static_cast<double>(std::abs(got - wanted) / unit);
}

TEST(ApproximateRoots, AreExactToAFewUnitsInTheLastPlace) {
    ir_kernel kernel(roots_kernel);
    kernel.request.variant.flags = NDW_COMPILE_FAST_MATH;
    const host_kernel compiled(kernel);
    const unsigned seed = std::random_device()();
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> exponents(-125, 127);
    constexpr std::size_t n = 4099;
    aligned_buffer<float> x(n), y(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = std::exp2(exponents(random));
    x[6] = 0x1p-126f;
    const void* const captures[] = {x.data(), y.data()};
    compiled.run(captures, {n, 1, 1});
    for (std::size_t i = 0; i < n; ++i) {
        EXPECT_LE(units_in_the_last_place(y[i], 3 / std::sqrt(static_cast<long double>(x[i]))), 4) << x[i];
    }
}

/// Of zero and infinity; denormal numbers may count as zeros.
TEST(ApproximateRoots, HoldAtTheEndsOfTheRange) {
    ir_kernel kernel(roots_kernel);
    kernel.request.variant.flags = NDW_COMPILE_FAST_MATH;
    const host_kernel compiled(kernel);
    constexpr std::size_t n = 64;
    const float ends[] = {0, INFINITY, 0x1p-149F, 0x1p-140F, 0x1.8p-130F, 0x1.fffffcp-127F, 0x1p-126F, 0x1.fffffep127F};
    aligned_buffer<float> x(n), y(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = ends[i % std::size(ends)];
    const void* const captures[] = {x.data(), y.data()};
    compiled.run(captures, {n, 1, 1});
    for (std::size_t i = 0; i < n; ++i) {
        if (x[i] == 0 || std::isinf(x[i])) {
            EXPECT_EQ(y[i], 3 / std::sqrt(x[i])) << x[i];
        } else if (x[i] < 0x1p-126F && std::isinf(y[i])) {
            EXPECT_GT(y[i], 0) << x[i];
        } else {
            EXPECT_LE(units_in_the_last_place(y[i], 3 / std::sqrt(static_cast<long double>(x[i]))), 4) << x[i];
        }
    }
}

bool calls_root(const std::string& ir) { return std::regex_search(ir, std::regex("call [^\n]*@llvm.sqrt.v")); }

TEST(ApproximateRoots, LeaveNoSlowInstruction) {
    ir_kernel kernel(roots_kernel);
    EXPECT_TRUE(calls_root(ir_after("optimise", kernel)));
    kernel.request.variant.flags = NDW_COMPILE_FAST_MATH;
    const std::string fast = ir_after("approximate-roots", kernel);
    EXPECT_NE(fast.find(".rsqrt"), std::string::npos);
    EXPECT_FALSE(calls_root(fast));
    EXPECT_EQ(fast.find("fdiv fast <"), std::string::npos);
}

TEST(ApproximateRoots, UseWhatTheProcessorHas) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic problem;
    const auto module = llvm::parseAssemblyString(R"(
declare <8 x float> @llvm.sqrt.v8f32(<8 x float>)
define <8 x float> @fast(<8 x float> %x) {
  %r = call fast <8 x float> @llvm.sqrt.v8f32(<8 x float> %x)
  %q = fdiv fast <8 x float> %x, %r
  ret <8 x float> %q
}
define <8 x float> @strict(<8 x float> %x) {
  %r = call <8 x float> @llvm.sqrt.v8f32(<8 x float> %x)
  %q = fdiv <8 x float> %x, %r
  ret <8 x float> %q
})",
                                                  problem, context);
    ASSERT_NE(module, nullptr) << problem.getMessage().str();
    EXPECT_EQ(host::approximate_roots(*module, 256), 1u);
    EXPECT_NE(module->getFunction("llvm.x86.avx.rsqrt.ps.256"), nullptr);
    EXPECT_EQ(module->getFunction("llvm.sqrt.v8f32")->getNumUses(), 1u);
}

}  // namespace
}  // namespace ndweave::compiler::testing

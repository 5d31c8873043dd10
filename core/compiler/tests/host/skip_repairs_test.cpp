// What is computed for NaN only: behind a branch, and the same numbers come out.
#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <cmath>
#include <complex>
#include <limits>
#include <random>
#include <vector>

#include "compiler/codegen/host/skip_repairs.hpp"
#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

/// `count` operations in a row on %x, the last one %NAME
std::string operations(const std::string& name, unsigned count) {
    std::string text, last = "x";
    for (unsigned k = 1; k <= count; ++k) {
        const std::string next = k == count ? name : name + "." + std::to_string(k);
        text += "  %" + next + " = fmul <8 x float> %" + last + ", %y\n";
        last = next;
    }
    return text;
}

unsigned branches_made(const std::string& body) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic problem;
    const auto module = llvm::parseAssemblyString(R"(
define void @kernel(ptr %p, ptr %q, <8 x float> %x, <8 x float> %y, <8 x i1> %c) {
  %t = fcmp uno <8 x float> %x, zeroinitializer
  %u = fcmp uno <8 x float> %y, zeroinitializer
  %less = fcmp olt <8 x float> %x, %y
)" + body + "  ret void\n}",
                                                  problem, context);
    EXPECT_NE(module, nullptr) << problem.getMessage().str() << body;
    const unsigned made = host::skip_repairs(*module);
    EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs())) << body;
    return made;
}

std::string choice(const std::string& name, const std::string& mask, const std::string& repaired) {
    return "  %" + name + " = select <8 x i1> %" + mask + ", <8 x float> %" + repaired + ", <8 x float> %y\n";
}
std::string store(const std::string& name) { return "  store <8 x float> %" + name + ", ptr %p\n"; }

TEST(SkipRepairs, TestsForNaNGetABranchAndOthersNone) {
    EXPECT_EQ(branches_made(operations("r", 20) + choice("z", "t", "r") + store("z")), 1u);
    EXPECT_EQ(branches_made(operations("r", 20) + choice("z", "less", "r") + store("z")), 0u);
    EXPECT_EQ(branches_made(operations("r", 2) + choice("z", "t", "r") + store("z")), 0u);
    const std::string both = "  %m = and <8 x i1> %c, %u\n", logical =
                                                                 "  %m = select <8 x i1> %t, <8 x i1> %c, <8 x i1> "
                                                                 "zeroinitializer\n";
    for (const std::string& mask : {both, logical})
        EXPECT_EQ(branches_made(operations("r", 20) + mask + choice("z", "m", "r") + store("z")), 1u);
}

TEST(SkipRepairs, OnlyWhatNobodyElseNeedsIsBehindTheBranch) {
    EXPECT_EQ(branches_made(operations("r", 20) + choice("z", "t", "r") + store("z") + store("r")), 0u);
    const std::string unchanged = "  %z = select <8 x i1> %t, <8 x float> %x, <8 x float> %r\n";
    EXPECT_EQ(branches_made(operations("r", 20) + unchanged + store("z")), 0u);
}

TEST(SkipRepairs, ChoicesByTheSameTestsShareABranch) {
    const std::string two = operations("r", 20) + operations("s", 20) + choice("z", "t", "r") + choice("w", "t", "s");
    EXPECT_EQ(branches_made(two + store("z") + store("w")), 1u);
    EXPECT_EQ(branches_made(operations("r", 20) + choice("z", "t", "r") + store("z") + operations("s", 20) +
                            choice("w", "t", "s") + store("w")),
              0u);  // the first one is needed before the second
    EXPECT_EQ(branches_made(operations("r", 20) + operations("s", 20) + choice("z", "t", "r") + store("z") +
                            choice("w", "u", "s") + store("w")),
              2u);
}

/// Vectorized branches: if (isnan(x)) r; else if (isnan(x) & c) s; else y.
TEST(SkipRepairs, ChoicesOfChoicesShareABranch) {
    const std::string both = operations("r", 20) + operations("s", 20) + "  %m = and <8 x i1> %t, %c\n" +
                             choice("z", "m", "r") + "  %w = select <8 x i1> %t, <8 x float> ";
    for (const std::string values : {"%s, <8 x float> %z\n", "%z, <8 x float> %s\n", "%z, <8 x float> %z\n"}) {
        EXPECT_EQ(branches_made(both + values + store("w")), 1u) << values;
        EXPECT_EQ(branches_made(both + values + store("w") + store("z")), 1u) << values;
        EXPECT_EQ(branches_made(both + values + "  %v = select <8 x i1> %m, <8 x float> %r, <8 x float> %w\n" +
                                store("v") + store("z") + store("w")),
                  1u)
            << values;
    }
}

/// One repair of which a part is another one's.
TEST(SkipRepairs, NestedRepairsStayWellFormed) {
    const std::string inner = operations("r", 20) + choice("z", "t", "r") + choice("v", "t", "r");
    const std::string outer =
        "  %a = fadd <8 x float> %z, %x\n  %w = select <8 x i1> %u, <8 x float> %a, <8 x float> %y\n";
    EXPECT_EQ(branches_made(inner + outer + store("w")), 1u);
    EXPECT_EQ(branches_made(inner + outer + store("w") + store("v")), 1u);
}

/// out[i] = (x[i] * y[i]) * y[i]
constexpr const char* products_kernel = R"(
declare { double, double } @__muldc3(double, double, double, double)
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %x = load ptr, ptr %f
  %yp = getelementptr i8, ptr %f, i64 8
  %y = load ptr, ptr %yp
  %op = getelementptr i8, ptr %f, i64 16
  %out = load ptr, ptr %op
  %px = getelementptr { double, double }, ptr %x, i64 %i
  %pxi = getelementptr i8, ptr %px, i64 8
  %py = getelementptr { double, double }, ptr %y, i64 %i
  %pyi = getelementptr i8, ptr %py, i64 8
  %a = load double, ptr %px
  %b = load double, ptr %pxi
  %c = load double, ptr %py
  %d = load double, ptr %pyi
  %first = call { double, double } @__muldc3(double %a, double %b, double %c, double %d)
  %e = extractvalue { double, double } %first, 0
  %g = extractvalue { double, double } %first, 1
  %second = call { double, double } @__muldc3(double %e, double %g, double %c, double %d)
  %h = extractvalue { double, double } %second, 0
  %j = extractvalue { double, double } %second, 1
  %po = getelementptr { double, double }, ptr %out, i64 %i
  %poi = getelementptr i8, ptr %po, i64 8
  store double %h, ptr %po
  store double %j, ptr %poi
  ret void
})";

/// out[i] = isnan(x[i]) ? i % 5 == 2 ? i * i * i * i + 7 : i * 9 - 4 : i + 1
constexpr const char* nested_kernel = R"(
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %x = load ptr, ptr %f
  %op = getelementptr i8, ptr %f, i64 8
  %out = load ptr, ptr %op
  %px = getelementptr float, ptr %x, i64 %i
  %po = getelementptr i64, ptr %out, i64 %i
  %v = load float, ptr %px
  %is = fcmp ord float %v, 0.0
  br i1 %is, label %number, label %nan
number:
  %next = add i64 %i, 1
  br label %end
nan:
  %k = urem i64 %i, 5
  %two = icmp eq i64 %k, 2
  br i1 %two, label %one, label %other
one:
  %a = mul i64 %i, %i
  %b = mul i64 %a, %i
  %c = mul i64 %b, %i
  %d = add i64 %c, 7
  br label %end
other:
  %e = mul i64 %i, 9
  %g = sub i64 %e, 4
  br label %end
end:
  %r = phi i64 [ %next, %number ], [ %d, %one ], [ %g, %other ]
  store i64 %r, ptr %po
  ret void
})";

TEST(SkipRepairs, NestedBranchesGiveWhatTheySay) {
    const ir_kernel kernel(nested_kernel);
    const host_kernel compiled(kernel);
    constexpr std::size_t n = 1003;
    aligned_buffer<float> x(n);
    aligned_buffer<std::uint64_t> out(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = i < 300 || i % 7 != 0 ? 1.0F : NAN;
    const void* const captures[] = {x.data(), out.data()};
    compiled.run(captures, {n, 1, 1});
    for (std::uint64_t i = 0; i < n; ++i) {
        const std::uint64_t for_nan = i % 5 == 2 ? i * i * i * i + 7 : i * 9 - 4;
        ASSERT_EQ(out[i], std::isnan(x[i]) ? for_nan : i + 1) << i;
    }
}

bool alike(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

TEST(SkipRepairs, ProductsAreThoseOfScalarCode) {
    using number = std::complex<double>;
    const ir_kernel kernel(products_kernel);
    const host_kernel compiled(kernel);
    const unsigned seed = std::random_device()();
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> ordinary(-2, 2);
    const double special[] = {INFINITY, -INFINITY, NAN, 0.0, -0.0, std::numeric_limits<double>::max()};
    constexpr std::size_t n = 6007;
    aligned_buffer<number> x(n), y(n), out(n);
    for (std::size_t i = 0; i < n; ++i) {
        const unsigned one_of = i / 100 % 3 == 0 ? 1000 : 3;  // stretches almost without special numbers
        const auto part = [&] { return random() % one_of == 0 ? special[random() % 6] : ordinary(random); };
        const double parts[] = {part(), part(), part(), part()};
        x[i] = {parts[0], parts[1]};
        y[i] = {parts[2], parts[3]};
    }
    const void* const captures[] = {x.data(), y.data(), out.data()};
    compiled.run(captures, {n, 1, 1});
    for (std::size_t i = 0; i < n; ++i) {
        const number wanted = x[i] * y[i] * y[i];
        ASSERT_TRUE(alike(out[i].real(), wanted.real()) && alike(out[i].imag(), wanted.imag()))
            << i << ": " << x[i] << " * " << y[i] << " * " << y[i] << " = " << out[i] << ", not " << wanted;
    }
}

}  // namespace
}  // namespace ndweave::compiler::testing

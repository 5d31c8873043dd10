// Mathematical functions of host kernels, in vectors and alone.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

/// y = f(x) for a function that clang calls by `call`; `declare` declares it.
double apply(const std::string& declare, const std::string& call, double x, std::uint32_t flags) {
    ir_kernel kernel(declare + R"(
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %a = load ptr, ptr %f
  %p = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %p
  %y = )" + call + R"(
  store double %y, ptr %p
  ret void
})");
    kernel.request.flags = flags;
    const host_kernel compiled(kernel);
    std::vector<double> data(37, x);
    const void* const captures[] = {data.data()};
    compiled.run(captures, {data.size(), 1, 1});
    for (const double y : data) EXPECT_NEAR(y, data.back(), 1e-14) << "vector and scalar version agree";
    return data.front();
}

TEST(host_mathematics, is_that_of_the_standard_library) {
    for (const std::uint32_t flags :
         {0u, std::uint32_t(NDW_COMPILE_FAST_VECTOR_MATH), std::uint32_t(NDW_COMPILE_FAST_MATH)}) {
        SCOPED_TRACE(flags);
        EXPECT_NEAR(apply("declare double @sin(double)", "call double @sin(double %x)", 0.7, flags), std::sin(0.7),
                    1e-15);
        EXPECT_NEAR(apply("declare double @llvm.exp.f64(double)", "call double @llvm.exp.f64(double %x)", 0.7, flags),
                    std::exp(0.7), 2e-15);
        EXPECT_NEAR(apply("declare double @pow(double, double)", "call double @pow(double %x, double %x)", 0.7, flags),
                    std::pow(0.7, 0.7), 1e-15);
        EXPECT_NEAR(apply("declare double @erf(double)", "call double @erf(double %x)", 0.7, flags), std::erf(0.7),
                    1e-15);
        EXPECT_NEAR(
            apply("declare double @hypot(double, double)", "call double @hypot(double %x, double 2.0)", 0.7, flags),
            std::hypot(0.7, 2.0), 1e-15);
    }
}

}  // namespace
}  // namespace ndweave::compiler::testing

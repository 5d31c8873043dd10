// Conversions that the processor has no instruction for are calls of the compiler's run-time library, which kernels
// find.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

/// out[i] = the 64 bits of in[i], a double, on the way there and back again through the conversions of `body`.
std::string kernel_with(const std::string& body) {
    return R"(
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %in = load ptr, ptr %f
  %outp = getelementptr i8, ptr %f, i64 8
  %out = load ptr, ptr %outp
  %from = getelementptr double, ptr %in, i64 %i
  %x = load double, ptr %from
)" + body + R"(
  %to = getelementptr double, ptr %out, i64 %i
  store double %y, ptr %to
  ret void
})";
}

class Conversions : public ::testing::TestWithParam<const char*> {};

TEST_P(Conversions, AreExactForSmallNumbers) {
    constexpr std::size_t n = 37;
    const ir_kernel kernel(kernel_with(GetParam()));
    const host_kernel compiled(kernel);
    std::vector<double> in(n), out(n);
    for (std::size_t i = 0; i < n; ++i) in[i] = static_cast<double>(i * 13 % 31);
    const void* const captures[] = {in.data(), out.data()};
    compiled.run(captures, {n, 1, 1});
    for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(out[i], in[i]) << i;
}

INSTANTIATE_TEST_SUITE_P(
    Way, Conversions,
    ::testing::Values("%h = fptrunc double %x to half\n %y = fpext half %h to double",
                      "%l = fpext double %x to x86_fp80\n %h = fptrunc x86_fp80 %l to half\n %b = fpext half %h to "
                      "x86_fp80\n %y = fptrunc x86_fp80 %b to double",
                      "%n = fptosi double %x to i128\n %y = sitofp i128 %n to double",
                      "%n = fptoui double %x to i128\n %y = uitofp i128 %n to double",
                      "%s = fptrunc double %x to float\n %n = fptosi float %s to i128\n %t = sitofp i128 %n to float\n "
                      "%y = fpext float %t to double",
                      "%s = fptrunc double %x to float\n %n = fptoui float %s to i128\n %t = uitofp i128 %n to float\n "
                      "%y = fpext float %t to double",
                      "%l = fpext double %x to x86_fp80\n %n = fptosi x86_fp80 %l to i128\n %b = sitofp i128 %n to "
                      "x86_fp80\n %y = fptrunc x86_fp80 %b to double",
                      "%l = fpext double %x to x86_fp80\n %n = fptoui x86_fp80 %l to i128\n %b = uitofp i128 %n to "
                      "x86_fp80\n %y = fptrunc x86_fp80 %b to double"));

}  // namespace
}  // namespace ndweave::compiler::testing

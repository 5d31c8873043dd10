// Conversions that the processor has no instruction for are calls of the compiler's run-time library, which kernels
// find.
#include <gtest/gtest.h>

#include <algorithm>
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

/// out[i] = in[i] as a half, and in the next place that half as an integer again.
std::string through_half(const std::string& sign) {
    return R"(
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %in = load ptr, ptr %f
  %outp = getelementptr i8, ptr %f, i64 8
  %out = load ptr, ptr %outp
  %from = getelementptr i128, ptr %in, i64 %i
  %x = load i128, ptr %from
  %h = )" + sign +
           R"(itofp i128 %x to half
  %finite = call half @llvm.minnum.f16(half %h, half 0xH7BFF)
  %some = call half @llvm.maxnum.f16(half %finite, half )" +
           (sign == "s" ? "0xHFBFF" : "0xH0000") + R"()
  %n = fpto)" +
           sign + R"(i half %some to i128
  %y = fpext half %h to double
  %to = getelementptr { double, i128 }, ptr %out, i64 %i
  store double %y, ptr %to
  %next = getelementptr { double, i128 }, ptr %out, i64 %i, i32 1
  store i128 %n, ptr %next
  ret void
}
declare half @llvm.minnum.f16(half, half)
declare half @llvm.maxnum.f16(half, half)
)";
}

struct half_and_integer {
    double half;
    __int128 integer;
};

TEST(Conversions, OfWideIntegersAndHalvesNeedNoLibrary) {
    using wide = __int128;
    constexpr double largest = 65504;
    std::vector<wide> in;
    for (const wide near : {wide{0}, wide{2048}, wide{65504}, wide{65520}, wide{1} << 17, wide{1} << 31, wide{1} << 32,
                            wide{1} << 63, wide{1} << 100}) {
        for (int d = -20; d <= 20; ++d) in.insert(in.end(), {near + d, -near + d});
    }
    for (const std::string sign : {"s", "u"}) {
        const ir_kernel kernel(through_half(sign));
        const host_kernel compiled(kernel);
        std::vector<half_and_integer> out(in.size());
        const void* const captures[] = {in.data(), out.data()};
        compiled.run(captures, {in.size(), 1, 1});
        for (std::size_t i = 0; i < in.size(); ++i) {
            SCOPED_TRACE(static_cast<double>(in[i]));
            const double x =
                sign == "s" ? static_cast<double>(in[i]) : static_cast<double>(static_cast<unsigned __int128>(in[i]));
            const double half = static_cast<double>(static_cast<_Float16>(x));  // exact where x is below 2^53
            EXPECT_EQ(out[i].half, half);
            EXPECT_EQ(static_cast<double>(out[i].integer), std::clamp(half, -largest, largest));
        }
    }
}

TEST(Conversions, ThatNeedWhatNoLibraryHasNameIt) {
    const ir_kernel kernel(R"(
define void @kernel(ptr %f) {
  call void asm sideeffect "call ndweave_function_of_nobody@PLT", ""()
  ret void
}
)");
    const outcome made = compile_request(kernel.request);
    EXPECT_EQ(made.kernel, nullptr);
    EXPECT_NE(made.message.find("calls ndweave_function_of_nobody, which no library here has"), std::string::npos)
        << made.message;
}

}  // namespace
}  // namespace ndweave::compiler::testing

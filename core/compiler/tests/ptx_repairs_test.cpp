// What PTX must not have, because LLVM 19 or NVIDIA's assembler make something else of it.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "compiler/target/ptx/upper_halves.hpp"
#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

std::string ptx_of(const char* text) {
    ir_kernel kernel(text);
    kernel.request.target = NDW_TARGET_PTX;
    kernel.request.local_range[0] = 32;
    kernel.request.functor_size = 32;
    kernel.request.arch = "sm_90";
    const outcome made = compile_request(kernel.request);
    if (made.kernel == nullptr) throw std::runtime_error(made.message);
    std::string code = made.kernel->code;
    release_kernel(made.kernel);
    return code;
}

bool has(const std::string& code, const char* part) { return code.find(part) != std::string::npos; }

/// out[i] = the upper half of in[i], a short integer with its sign, times b.
TEST(ptx_repairs, upper_halves_are_shifted) {
    const std::string code = ptx_of(R"(
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %in = load ptr, ptr %f
  %outp = getelementptr i8, ptr %f, i64 8
  %out = load ptr, ptr %outp
  %bp = getelementptr i8, ptr %f, i64 16
  %b = load i32, ptr %bp
  %from = getelementptr i16, ptr %in, i64 %i
  %short = load i16, ptr %from
  %a = sext i16 %short to i32
  %a0 = insertelement <2 x i32> poison, i32 %a, i64 0
  %ab = insertelement <2 x i32> %a0, i32 %b, i64 1
  %halves = bitcast <2 x i32> %ab to <4 x i16>
  %moved = shufflevector <4 x i16> %halves, <4 x i16> poison, <4 x i32> <i32 0, i32 0, i32 3, i32 1>
  %product = mul <4 x i16> %halves, %moved
  %upper = extractelement <4 x i16> %product, i64 3
  %wide = sext i16 %upper to i32
  %to = getelementptr i32, ptr %out, i64 %i
  store i32 %wide, ptr %to
  ret void
})");
    EXPECT_FALSE(has(code, "{tmp, ")) << code;
    EXPECT_TRUE(has(code, "shr.u32 tmp, ")) << code;
}

TEST(ptx_repairs, all_else_stays) {
    const std::string code = "\tmov.b32 \t%r1, {%rs1, %rs2};\n\t{ .reg .b16 tmp; mov.b32 {%rs3, tmp}, %r1; }\n\n";
    EXPECT_EQ(ptx::shift_upper_halves(code), code);
    EXPECT_EQ(ptx::shift_upper_halves(""), "");
    EXPECT_EQ(ptx::shift_upper_halves("\t{ .reg .b16 tmp; mov.b32 {tmp, %rs2}, %r1; }\n"),
              "\t{ .reg .b32 tmp; shr.u32 tmp, %r1, 16; cvt.u16.u32 %rs2, tmp; }\n");
}

/// out[i] = *(out[i] == c ? &a : &b), for captures a and b, with more to do on either way.
constexpr const char* chosen_capture = R"(
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %outp = getelementptr i8, ptr %f, i64 8
  %out = load ptr, ptr %outp
  %cp = getelementptr i8, ptr %f, i64 20
  %c = load i32, ptr %cp
  %to = getelementptr i32, ptr %out, i64 %i
  %old = load i32, ptr %to
  %is = icmp eq i32 %old, %c
  br i1 %is, label %yes, label %no
yes:
  %first = getelementptr i32, ptr %to, i64 100
  %count = atomicrmw add ptr %first, i32 1 monotonic
  br label %join
no:
  %second = getelementptr i32, ptr %to, i64 200
  store i32 2, ptr %second
  %b = getelementptr i8, ptr %f, i64 16
  br label %join
join:
  %which = phi ptr [ %f, %yes ], [ %b, %no ]
  %x = load i32, ptr %which
  store i32 %x, ptr %to
  ret void
})";

TEST(ptx_repairs, captures_that_are_chosen_by_address_are_read_by_generic_ones) {
    const std::string code = ptx_of(chosen_capture);
    ASSERT_TRUE(has(code, "cvta.param")) << code;  // that LLVM takes the functor's generic address
    for (std::size_t at = 0; (at = code.find("ld.param", at)) != std::string::npos; ++at) {
        const std::string address = code.substr(code.find('[', at), 4);
        EXPECT_NE(address.substr(0, 2), "[%") << code.substr(at, 60);
    }
}

TEST(ptx_repairs, other_captures_are_read_from_the_parameter_space) {
    const std::string code = ptx_of(R"(
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %out = load ptr, ptr %f
  %ap = getelementptr i8, ptr %f, i64 12
  %a = load i32, ptr %ap
  %to = getelementptr i32, ptr %out, i64 %i
  store i32 %a, ptr %to
  ret void
})");
    EXPECT_FALSE(has(code, "cvta.param")) << code;
    EXPECT_TRUE(has(code, "ld.param.u32")) << code;
}

}  // namespace
}  // namespace ndweave::compiler::testing

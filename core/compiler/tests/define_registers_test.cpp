// Registers that PTX code reads and never writes get a value; all others keep theirs.
#include "compiler/target/ptx/define_registers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

constexpr const char* packed = R"(.visible .entry k(
	.param .u64 k_param_0
)
{
	.reg .pred 	%p<3>;
	.reg .b16 	%rs<5>;
	.reg .b32 	%r<4>;
	.reg .f32 	%f<2>;
	.reg .b64 	%rd<2>;

// %bb.0:
	ld.param.u64 	%rd1, [k_param_0];
	{ .reg .b16 tmp; mov.b32 {tmp, %rs3}, %r1; }
	ld.v2.u16 	{%rs1, %rs2}, [%rd1];
	mov.b32 	%r2, {%rs4, %rs3};
	setp.eq.s32 	%p1, %r2, 0;
	@%p1 bra 	$L__BB0_2;
	@%p2 mov.u32 	%r3, %r2;
	st.f32 	[%rd1], %f1;
$L__BB0_2:
	ret;
}
)";

TEST(define_registers, that_nothing_writes) {
    const std::string made = ptx::define_registers(packed);
    for (const char* definition : {"\tmov.b16 \t%rs4, 0;\n", "\tmov.b32 \t%r1, 0;\n", "\tmov.f32 \t%f1, 0f00000000;\n",
                                   "\tmov.pred \t%p2, 0;\n"}) {
        const std::size_t at = made.find(definition);
        ASSERT_NE(at, std::string::npos) << definition << made;
        EXPECT_LT(made.find(".reg .b64"), at);
        EXPECT_LT(at, made.find("ld.param"));
    }
    EXPECT_EQ(std::count(made.begin(), made.end(), '\n'), 4 + std::count(packed, packed + std::strlen(packed), '\n'));
}

TEST(define_registers, leaves_whole_code_as_it_is) {
    const std::string made = ptx::define_registers(packed);
    EXPECT_EQ(ptx::define_registers(made), made);
    EXPECT_EQ(ptx::define_registers(""), "");
}

/// out[i] = the upper half of in[i] times the upper half of in[i + 32], by vectors of halves whose other half is not
/// used.
constexpr const char* upper_halves = R"(
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %in = load ptr, ptr %f
  %outp = getelementptr i8, ptr %f, i64 8
  %out = load ptr, ptr %outp
  %pa = getelementptr i32, ptr %in, i64 %i
  %a = load i32, ptr %pa
  %pb = getelementptr i32, ptr %pa, i64 32
  %b = load i32, ptr %pb
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
})";

TEST(define_registers, in_code_of_kernels) {
    ir_kernel kernel(upper_halves);
    kernel.request.target = NDW_TARGET_PTX;
    kernel.request.local_range[0] = 32;
    kernel.request.arch = "sm_90";
    const outcome made = compile_request(kernel.request);
    ASSERT_NE(made.kernel, nullptr) << made.message;
    const std::string code = made.kernel->code;
    EXPECT_EQ(ptx::define_registers(code), code);
    EXPECT_NE(code.find("mov.b16"), std::string::npos) << code;
    release_kernel(made.kernel);
}

}  // namespace
}  // namespace ndweave::compiler::testing

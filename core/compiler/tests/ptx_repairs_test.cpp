// What PTX must not have, because LLVM 19 or NVIDIA's assembler make something else of it.
#include <gtest/gtest.h>

#include <cctype>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "compiler/target/ptx/merged_operations.hpp"
#include "compiler/target/ptx/respell.hpp"
#include "compiler/target/ptx/wrapping_loops.hpp"
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
    EXPECT_TRUE(has(code, "{ .reg .b32 t; shr.u32 t, ")) << code;
}

TEST(ptx_repairs, all_else_stays) {
    const std::string code =
        "\tmov.b32 \t%r1, {%rs1, %rs2};\n\tmov.b64 \t{%f1, %f2}, %rd1;\n\tmov.b64 \t{%r1, %r2}, "
        "%fd1;\n$L__BB0_1:\n\tmax.s32 \t%r1, %r2, 1;\n"
        "\tst.global.u16 \t[%rd1], %rs1;\n\tbfe.u32 \t%r1, %r2, %r3, %r4;\n\tbar.sync \t0;\n\n";
    EXPECT_EQ(ptx::respell(code), code);
    EXPECT_EQ(ptx::respell(""), "");
}

struct spelling {
    const char *from, *to;

    /// What ctest calls the test.
    friend void PrintTo(const spelling& s, std::ostream* out) {
        for (const char c : std::string_view(s.from)) *out << (std::isalnum(c) || c == '.' ? c : '_');
    }
};

class respelled : public ::testing::TestWithParam<spelling> {};

TEST_P(respelled, instruction) { EXPECT_EQ(ptx::respell(GetParam().from), GetParam().to); }

INSTANTIATE_TEST_SUITE_P(
    ptx_repairs, respelled,
    ::testing::Values(
        spelling{"\t{ .reg .b16 tmp; mov.b32 {tmp, %rs2}, %r1; }",
                 "\t{ { .reg .b32 t; shr.u32 t, %r1, 16; cvt.u16.u32 %rs2, t; } }"},
        spelling{"\t{ .reg .b16 tmp; mov.b32 {%rs3, tmp}, %r1; }", "\t{ cvt.u16.u32 %rs3, %r1; }"},
        spelling{"\t{ .reg .b32 tmp; mov.b64 {tmp, %r2}, %rd1; }",
                 "\t{ { .reg .b64 t; shr.u64 t, %rd1, 32; cvt.u32.u64 %r2, t; } }"},
        spelling{"\tmov.b32 \t{%rs1, %rs2}, %r1;",
                 "\t{ cvt.u16.u32 %rs1, %r1; { .reg .b32 t; shr.u32 t, %r1, 16; cvt.u16.u32 %rs2, t; } }"},
        spelling{"\tst.global.u8 \t[%rd1+8], %rs7;",
                 "\t{ .reg .b32 t0; cvt.u32.u16 t0, %rs7; st.global.u8 [%rd1+8], t0; }"},
        spelling{
            "\tst.shared.v2.u8 \t[%rd1], {%rs1, %rs2};",
            "\t{ .reg .b32 t0, t1; cvt.u32.u16 t0, %rs1; cvt.u32.u16 t1, %rs2; st.shared.v2.u8 [%rd1], {t0, t1}; }"},
        spelling{"\tbfe.u32 \t%r2, %r1, 16, 8;", "\t{ .reg .b32 t; shr.u32 t, %r1, 16; and.b32 %r2, t, 255; }"},
        spelling{"\tbfe.s32 \t%r2, %r1, 24, 8;", "\tshr.s32 %r2, %r1, 24;"},
        spelling{"\tbfe.s64 \t%rd2, %rd1, 4, 3;", "\t{ .reg .b64 t; shl.b64 t, %rd1, 57; shr.s64 %rd2, t, 61; }"},
        spelling{
            "\tmax.u16 \t%rs2, %rs1, 1;",
            "\t{ .reg .b32 t0, t1; cvt.u32.u16 t0, %rs1; mov.b32 t1, 1; max.u32 t0, t0, t1; cvt.u16.u32 %rs2, t0; }"},
        spelling{"\tmax.u16 \t%rs2, %rs1, -5;",
                 "\t{ .reg .b32 t0, t1; cvt.u32.u16 t0, %rs1; mov.b32 t1, 65531; max.u32 t0, t0, t1; "
                 "cvt.u16.u32 %rs2, t0; }"},
        spelling{"\tmin.s16 \t%rs2, %rs1, -5;",
                 "\t{ .reg .b32 t0, t1; cvt.s32.s16 t0, %rs1; mov.b32 t1, -5; min.s32 t0, t0, t1; "
                 "cvt.u16.u32 %rs2, t0; }"},
        spelling{"\tmin.s16 \t%rs2, %rs1, %rs2;",
                 "\t{ .reg .b32 t0, t1; cvt.s32.s16 t0, %rs1; cvt.s32.s16 t1, %rs2; min.s32 t0, t0, t1; "
                 "cvt.u16.u32 %rs2, t0; }"},
        spelling{"\tneg.s16 \t%rs2, %rs1;",
                 "\t{ .reg .b32 t0, t1; cvt.s32.s16 t0, %rs1; neg.s32 t0, t0; cvt.u16.u32 %rs2, t0; }"},
        spelling{"\tabs.s32 \t%r2, %r1;",
                 "\t{ .reg .b32 t0, t1; shr.s32 t0, %r1, 31; xor.b32 t1, %r1, t0; sub.s32 %r2, t1, t0; }"},
        spelling{"\tcvt.s8.s32 \t%rs1, %r1;",
                 "\t{ .reg .b32 t; mov.b32 t, %r1; cvt.s32.s8 t, t; cvt.u16.u32 %rs1, t; }"},
        spelling{"\tcvt.s8.s64 \t%rs1, %rd1;",
                 "\t{ .reg .b32 t; cvt.u32.u64 t, %rd1; cvt.s32.s8 t, t; cvt.u16.u32 %rs1, t; }"}));

/// Takes 96 from out[i] until it wraps round to one of the last twelve numbers, as a loop over twelves does that LLVM
/// unrolled.
TEST(ptx_repairs, loops_that_end_as_their_counter_wraps_are_not_unrolled) {
    const std::string code = ptx_of(R"(
define void @kernel(ptr %f) {
entry:
  %i = call i64 @__ndweave_global_id(i32 0)
  %out = load ptr, ptr %f
  %to = getelementptr i32, ptr %out, i64 %i
  %n = load i32, ptr %to
  %cp = getelementptr i8, ptr %f, i64 8
  %counts = load ptr, ptr %cp
  br label %turn
turn:
  %left = phi i32 [ %n, %entry ], [ %less, %turn ]
  %count = atomicrmw add ptr %counts, i32 %left monotonic
  %less = add i32 %left, -96
  %more = icmp ult i32 %less, -12
  br i1 %more, label %turn, label %done
done:
  store i32 %left, ptr %to
  ret void
})");
    ASSERT_TRUE(has(code, "setp.lt.u32")) << code;
    EXPECT_TRUE(has(code, ".pragma \"nounroll\";")) << code;
}

TEST(ptx_repairs, only_loops_whose_counters_go_down_are_kept_from_unrolling) {
    const auto loop = [](const std::string& step, const std::string& compare) {
        return "$L__BB0_2:\n\tadd.s32 \t%r1, %r1, " + step + ";\n\tsetp." + compare +
               " \t%p1, %r1, %r2;\n\t@%p1 bra \t$L__BB0_2;\n";
    };
    const auto rolled = [](std::string text) { return text.insert(text.find('\n'), "\n\t.pragma \"nounroll\";"); };
    for (const char* compare : {"lt.u32", "le.u32", "lt.s32", "le.s32"}) {
        const std::string down = loop("-12", compare), up = loop("12", compare);
        EXPECT_EQ(ptx::keep_wrapping_loops_rolled(down), rolled(down));
        EXPECT_EQ(ptx::keep_wrapping_loops_rolled(rolled(down)), rolled(down));
        EXPECT_EQ(ptx::keep_wrapping_loops_rolled(up), up);
    }
    for (const char* compare : {"ne.s32", "gt.s32", "gt.u32", "ge.u32"}) {
        const std::string down = loop("-12", compare);
        EXPECT_EQ(ptx::keep_wrapping_loops_rolled(down), down);
    }
    const std::string left_above =
        "$L__BB0_2:\n\tadd.s64 \t%rd2, %rd1, -3;\n\tsetp.ge.u64 \t%p1, %rd2, %rd9;\n\t@%p1 bra \t$L__BB0_3;\n"
        "\tmov.u64 \t%rd1, %rd2;\n\tbra.uni \t$L__BB0_2;\n$L__BB0_3:\n";
    EXPECT_EQ(ptx::keep_wrapping_loops_rolled(left_above), rolled(left_above));
}

TEST(ptx_repairs, negations_stay_out_of_extremes) {
    const std::string other = "\tneg.s32 \t%r8, %r7;\n\tmax.u32 \t%r9, %r8, %r7;\n\tadd.s32 \t%r6, %r8, %r4;\n";
    const std::string from = "\tneg.s32 \t%r2, %r1;\n\tmov.u32 \t%r3, %r2;\n\tmax.s32 \t%r5, %r4, %r3;\n" + other;
    EXPECT_EQ(ptx::keep_from_merging(from),
              "\t{ .reg .b64 t; cvt.s64.s32 t, %r1; neg.s64 t, t; cvt.u32.u64 %r2, t; }\n" +
                  from.substr(from.find('\n') + 1));
}

TEST(ptx_repairs, products_whose_bits_are_read_keep_their_operands) {
    const auto code = [](const std::string& product) {
        return product +
               " \t%f3, %f1, %f2;\n\tmul.f32 \t%f9, %f3, %f2;\n\tmov.f32 \t%f4, %f3;\n\tmov.b32 \t%r1, %f4;\n" +
               product.substr(0, product.size() - 3) + "f64 \t%fd3, %fd1, %fd2;\n\tmov.b64 \t%rd1, %fd3;\n";
    };
    EXPECT_EQ(ptx::keep_from_merging(code("\tmul.f32")), code("\tmul.rn.f32"));
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

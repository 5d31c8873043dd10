// What the emitter writes for captures, launches and constructs that a dialect cannot say.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/tests/c_source/kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* triad = R"(
define void @kernel(ptr %f) {
  %a = load ptr, ptr %f
  %pb = getelementptr i8, ptr %f, i64 8
  %b = load ptr, ptr %pb
  %ps = getelementptr i8, ptr %f, i64 16
  %s = load double, ptr %ps
  %i = call i64 @__ndweave_global_id(i32 0)
  %at = getelementptr double, ptr %b, i64 %i
  %x = load double, ptr %at
  %y = fmul double %x, %s
  %to = getelementptr double, ptr %a, i64 %i
  store double %y, ptr %to
  ret void
})";

std::string refusal(const std::string& text, c_dialect dialect) {
    try {
        emit(text, dialect, basic_request(64));
    } catch (const c_source_unsupported& e) {
        return e.what();
    }
    return "no refusal";
}

TEST(CSourceText, CapturesBecomeArguments) {
    const c_source source = emit(triad, c_dialect::opencl_c, basic_request(24));
    ASSERT_EQ(source.parameters.size(), 4u);
    EXPECT_EQ(source.parameters[0].kind, NDW_PARAMETER_POINTER);
    EXPECT_EQ(source.parameters[1].offset, 8u);
    EXPECT_EQ(source.parameters[2].kind, NDW_PARAMETER_VALUE);
    EXPECT_EQ(source.parameters[2].size, 8u);
    EXPECT_EQ(source.parameters[3].kind, NDW_PARAMETER_GLOBAL_RANGE);
    EXPECT_TRUE(source.direct);
    EXPECT_THAT(source.text, HasSubstr("__global u8* a0, __global u8* a1, f64 a2, u64 n0"));
    EXPECT_THAT(source.text, HasSubstr("reqd_work_group_size(64, 1, 1)"));
    EXPECT_THAT(source.text, HasSubstr(">= n0) return;"));
    EXPECT_THAT(source.text, Not(HasSubstr("functor_bytes")));
}

TEST(CSourceText, StreamsRunTwoItemsOnGpus) {
    ndw_compile_request request = basic_request(24);
    for (const c_dialect dialect : {c_dialect::opencl_c, c_dialect::hip_cpp, c_dialect::cuda_cpp}) {
        request.variant.sub_group_size = 32;
        const c_source gpu = emit(triad, dialect, request);
        EXPECT_EQ(gpu.coarsening, 2u);
        EXPECT_THAT(gpu.text, Not(HasSubstr(">= n0) return;")));  // blocks test the range themselves
    }
    request.variant.sub_group_size = 1;  // a CPU
    EXPECT_EQ(emit(triad, c_dialect::opencl_c, request).coarsening, 1u);
    request.variant.sub_group_size = 32;
    request.variant.local_range[0] = 16;  // less than a sub-group
    EXPECT_EQ(emit(triad, c_dialect::hip_cpp, request).coarsening, 1u);
}

/// y[x] = i for `iterations`, with `next` as the x of the next one, of x (%x) and a number from memory (%n).
std::string chase(const std::string& next, int iterations = 36) {
    return R"(
define void @kernel(ptr %f) {
entry:
  %y = load ptr, ptr %f
  %tp = getelementptr i8, ptr %f, i64 8
  %table = load ptr, ptr %tp
  %sp = getelementptr i8, ptr %f, i64 16
  %start = load i32, ptr %sp
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %x = phi i32 [ %start, %entry ], [ %x1, %loop ]
  %np = getelementptr i32, ptr %table, i64 %i
  %n = load i32, ptr %np
)" + next + R"(
  %at = zext i32 %x1 to i64
  %to = getelementptr i64, ptr %y, i64 %at
  store volatile i64 %i, ptr %to
  %i1 = add i64 %i, 1
  %more = icmp ult i64 %i1, )" +
           std::to_string(iterations) + R"(
  br i1 %more, label %loop, label %done
done:
  ret void
})";
}

std::string text_of(const std::string& kernel) { return emit(kernel, c_dialect::hip_cpp, basic_request(24)).text; }

TEST(CSourceText, LoopsWhoseValuesDoubleStayLoops) {
    for (const char* doubles : {"%m = or i32 %n, 1\n%x1 = urem i32 %x, %m",
                                "%m = mul i32 %x, 16807\n%r = urem i32 %m, 2147483647\n%x1 = add i32 %r, %n",
                                "%a = mul i32 %x, %n\n%b = lshr i32 %x, 3\n%x1 = add i32 %a, %b"}) {
        EXPECT_THAT(text_of(chase(doubles)), HasSubstr("#pragma unroll 1\n    for (;;) {")) << doubles;
        EXPECT_THAT(text_of(chase(doubles, 16)), Not(HasSubstr("#pragma unroll"))) << doubles;
    }
    for (const char* grows :
         {"%m = mul i32 %x, 1664525\n%x1 = add i32 %m, %n", "%x1 = add i32 %x, %n",
          "%m = or i32 %n, 1\n%x1 = udiv i32 %x, %m", "%m = mul i32 %x, %x\n%x1 = add i32 %m, %n"}) {
        EXPECT_THAT(text_of(chase(grows)), Not(HasSubstr("#pragma unroll"))) << grows;
    }
}

TEST(CSourceText, CapturedArrayIndexedAtRunTimePassesTheFunctor) {
    const c_source source = emit(R"(
define void @kernel(ptr %f) {
  %out = load ptr, ptr %f
  %i = call i64 @__ndweave_global_id(i32 0)
  %array = getelementptr i8, ptr %f, i64 8
  %k = and i64 %i, 3
  %at = getelementptr i32, ptr %array, i64 %k
  %x = load i32, ptr %at
  store i32 %x, ptr %out
  ret void
})",
                                 c_dialect::opencl_c, basic_request(24));
    ASSERT_EQ(source.parameters.size(), 3u);
    EXPECT_EQ(source.parameters[1].kind, NDW_PARAMETER_FUNCTOR);
    EXPECT_EQ(source.parameters[1].size, 24u);
}

/// Drivers must be told of every allocation that a kernel may reach, unless it only follows its arguments.
TEST(CSourceText, PointersFoundInMemoryMakeAKernelIndirect) {
    const auto is_direct = [](const std::string& make_pointer) {
        return emit(R"(
define void @kernel(ptr %f) {
  %a = load ptr, ptr %f
  %i = call i64 @__ndweave_global_id(i32 0)
)" + make_pointer + R"(
  store i32 1, ptr %p
  ret void
})",
                    c_dialect::opencl_c, basic_request(16))
            .direct;
    };
    EXPECT_TRUE(is_direct("%p = getelementptr i32, ptr %a, i64 %i"));
    EXPECT_TRUE(is_direct("%at = getelementptr ptr, ptr %f, i64 1\n %p = load ptr, ptr %at"));
    EXPECT_TRUE(
        is_direct("%c = icmp eq i64 %i, 3\n %b = getelementptr i32, ptr %a, i64 9\n"
                  "%p = select i1 %c, ptr %a, ptr %b"));
    EXPECT_FALSE(is_direct("%at = getelementptr ptr, ptr %a, i64 %i\n %p = load ptr, ptr %at"));
    EXPECT_FALSE(
        is_direct("%at = getelementptr i64, ptr %f, i64 1\n %n = load i64, ptr %at\n %p = inttoptr i64 %n to ptr"));
    EXPECT_FALSE(is_direct("%x = load {i32, ptr}, ptr %a\n %p = extractvalue {i32, ptr} %x, 1"));
    // One of the captured pointers, chosen at run time.
    EXPECT_FALSE(is_direct("%k = and i64 %i, 1\n %at = getelementptr ptr, ptr %f, i64 %k\n %p = load ptr, ptr %at"));
}

TEST(CSourceText, LocalMemoryIsAnArgumentInOpenclAndSharedElsewhere) {
    const char* text = R"(
define void @kernel(ptr %f) {
  %local = call ptr @__ndweave_local_memory()
  store i32 1, ptr %local
  call void @__ndweave_barrier()
  ret void
})";
    ndw_compile_request request = basic_request(8);
    request.variant.kind = 2;
    const c_source opencl = emit(text, c_dialect::opencl_c, request);
    ASSERT_EQ(opencl.parameters.size(), 1u);
    EXPECT_EQ(opencl.parameters[0].kind, NDW_PARAMETER_LOCAL_MEMORY);
    EXPECT_TRUE(opencl.uses_barrier);
    const c_source hip = emit(text, c_dialect::hip_cpp, request);
    EXPECT_TRUE(hip.parameters.empty());
    EXPECT_THAT(hip.text, HasSubstr("extern __shared__"));
}

TEST(CSourceText, ScratchHasACellForEachSubGroup) {
    const char* text = R"(
define void @kernel(ptr %f) {
  %scratch = call ptr @__ndweave_group_scratch(i32 8)
  store i64 1, ptr %scratch
  call void @__ndweave_barrier()
  ret void
})";
    ndw_compile_request request = basic_request(8);
    request.variant.kind = 2;
    EXPECT_EQ(emit(text, c_dialect::opencl_c, request).scratch_bytes, 64u * 16);
    EXPECT_EQ(emit(text, c_dialect::cuda_cpp, request).scratch_bytes, 2u * 16);
    EXPECT_EQ(emit(text, c_dialect::hip_cpp, request).scratch_bytes, 1u * 16);
}

TEST(CSourceText, SumsThatMayBeReassociatedSaySoInOpencl) {
    const std::string text = R"(
define void @kernel(ptr %f) {
  %out = load ptr, ptr %f
  %x = load double, ptr %out
  %y = fadd reassoc double %x, 1.0
  %z = fadd double %y, 2.0
  store double %z, ptr %out
  ret void
})";
    ndw_compile_request request = basic_request(8);
    const std::string opencl = emit(text, c_dialect::opencl_c, request).text;
    const auto first = opencl.find("{ REASSOCIATE ");
    ASSERT_NE(first, std::string::npos) << opencl;
    EXPECT_EQ(opencl.find("{ REASSOCIATE ", first + 1), std::string::npos) << opencl;
    EXPECT_THAT(emit(text, c_dialect::hip_cpp, request).text, Not(HasSubstr("REASSOCIATE")));
    request.variant.flags = NDW_COMPILE_FAST_MATH;  // the driver's option says it for everything
    EXPECT_THAT(emit(text, c_dialect::opencl_c, request).text, Not(HasSubstr("{ REASSOCIATE")));
}

TEST(CSourceText, PointerToTwoKindsOfMemoryIsAccessedAndComparedOnlyInOpencl) {
    const std::string text = R"(
define void @kernel(ptr %f) {
  %out = load ptr, ptr %f
  %local = call ptr @__ndweave_local_memory()
  %i = call i64 @__ndweave_global_id(i32 0)
  %c = icmp ult i64 %i, 7
  %p = select i1 %c, ptr %out, ptr %local
  %x = atomicrmw add ptr %p, i32 1 monotonic
)";
    EXPECT_EQ(refusal(text + "ret void }", c_dialect::opencl_c), "no refusal");
    const std::string compared = text + "%same = icmp ult ptr %p, %out\nstore i1 %same, ptr %out\nret void }";
    EXPECT_EQ(refusal(compared, c_dialect::opencl_c), "no refusal");
    const std::string copied =
        text + "call void @llvm.memcpy.p0.p0.i64(ptr %out, ptr %p, i64 400, i1 false)\nret void }";
    EXPECT_THAT(refusal(copied, c_dialect::opencl_c), HasSubstr("different kinds of memory"));
    EXPECT_EQ(refusal(copied, c_dialect::hip_cpp), "no refusal");
}

TEST(CSourceText, RefusalsNameTheConstruct) {
    EXPECT_THAT(refusal("declare void @puts(ptr)\n"
                        "define void @kernel(ptr %f) { call void @puts(ptr null)\nret void }",
                        c_dialect::opencl_c),
                HasSubstr("'puts'"));
    EXPECT_THAT(
        refusal("define void @kernel(ptr %f) { %o = load ptr, ptr %f\n%x = load i128, ptr %o\n%y = mul i128 %x, %x\n"
                "store i128 %y, ptr %o\nret void }",
                c_dialect::opencl_c),
        HasSubstr("i128"));
}

}  // namespace
}  // namespace ndweave::compiler::testing

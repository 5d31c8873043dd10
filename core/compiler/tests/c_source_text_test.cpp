// What the emitter writes for captures, launches and constructs that a dialect cannot say.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/tests/c_source_kernel.hpp"

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

TEST(c_source_text, captures_become_arguments) {
    const c_source source = emit(triad, c_dialect::opencl_c, basic_request(24));
    ASSERT_EQ(source.parameters.size(), 4u);
    EXPECT_EQ(source.parameters[0].kind, NDW_PARAMETER_POINTER);
    EXPECT_EQ(source.parameters[1].offset, 8u);
    EXPECT_EQ(source.parameters[2].kind, NDW_PARAMETER_VALUE);
    EXPECT_EQ(source.parameters[2].size, 8u);
    EXPECT_EQ(source.parameters[3].kind, NDW_PARAMETER_GLOBAL_RANGE);
    EXPECT_THAT(source.text, HasSubstr("__global u8* a0, __global u8* a1, f64 a2, u64 n0"));
    EXPECT_THAT(source.text, HasSubstr("reqd_work_group_size(64, 1, 1)"));
    EXPECT_THAT(source.text, HasSubstr(">= n0) return;"));
    EXPECT_THAT(source.text, Not(HasSubstr("functor_bytes")));
}

TEST(c_source_text, streams_run_two_items_on_gpus) {
    ndw_compile_request request = basic_request(24);
    for (const c_dialect dialect : {c_dialect::opencl_c, c_dialect::hip_cpp, c_dialect::cuda_cpp}) {
        request.sub_group_size = 32;
        const c_source gpu = emit(triad, dialect, request);
        ASSERT_EQ(gpu.parameters.size(), 5u);
        EXPECT_EQ(gpu.parameters[4].kind, NDW_PARAMETER_COARSENING);
        EXPECT_EQ(gpu.parameters[4].offset, 0u);
        EXPECT_EQ(gpu.parameters[4].size, 2u);
        EXPECT_THAT(gpu.text, Not(HasSubstr(">= n0) return;")));  // blocks test the range themselves
    }
    request.sub_group_size = 1;  // a CPU
    EXPECT_EQ(emit(triad, c_dialect::opencl_c, request).parameters.size(), 4u);
    request.sub_group_size = 32;
    request.local_range[0] = 16;  // less than a sub-group
    EXPECT_EQ(emit(triad, c_dialect::hip_cpp, request).parameters.size(), 4u);
}

TEST(c_source_text, captured_array_indexed_at_run_time_passes_the_functor) {
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

TEST(c_source_text, local_memory_is_an_argument_in_opencl_and_shared_elsewhere) {
    const char* text = R"(
define void @kernel(ptr %f) {
  %local = call ptr @__ndweave_local_memory()
  store i32 1, ptr %local
  call void @__ndweave_barrier()
  ret void
})";
    ndw_compile_request request = basic_request(8);
    request.kind = 2;
    const c_source opencl = emit(text, c_dialect::opencl_c, request);
    ASSERT_EQ(opencl.parameters.size(), 1u);
    EXPECT_EQ(opencl.parameters[0].kind, NDW_PARAMETER_LOCAL_MEMORY);
    EXPECT_TRUE(opencl.uses_barrier);
    const c_source hip = emit(text, c_dialect::hip_cpp, request);
    EXPECT_TRUE(hip.parameters.empty());
    EXPECT_THAT(hip.text, HasSubstr("extern __shared__"));
}

TEST(c_source_text, scratch_has_a_cell_for_each_sub_group) {
    const char* text = R"(
define void @kernel(ptr %f) {
  %scratch = call ptr @__ndweave_group_scratch(i32 8)
  store i64 1, ptr %scratch
  call void @__ndweave_barrier()
  ret void
})";
    ndw_compile_request request = basic_request(8);
    request.kind = 2;
    EXPECT_EQ(emit(text, c_dialect::opencl_c, request).scratch_bytes, 64u * 16);
    EXPECT_EQ(emit(text, c_dialect::cuda_cpp, request).scratch_bytes, 2u * 16);
    EXPECT_EQ(emit(text, c_dialect::hip_cpp, request).scratch_bytes, 1u * 16);
}

TEST(c_source_text, sums_that_may_be_reassociated_say_so_in_opencl) {
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
    request.flags = NDW_COMPILE_FAST_MATH;  // the driver's option says it for everything
    EXPECT_THAT(emit(text, c_dialect::opencl_c, request).text, Not(HasSubstr("{ REASSOCIATE")));
}

TEST(c_source_text, pointer_to_two_kinds_of_memory_is_refused_in_opencl_only) {
    const char* text = R"(
define void @kernel(ptr %f) {
  %out = load ptr, ptr %f
  %local = call ptr @__ndweave_local_memory()
  %i = call i64 @__ndweave_global_id(i32 0)
  %c = icmp ult i64 %i, 7
  %p = select i1 %c, ptr %out, ptr %local
  %x = atomicrmw add ptr %p, i32 1 monotonic
  ret void
})";
    EXPECT_THAT(refusal(text, c_dialect::opencl_c), HasSubstr("different kinds of memory"));
    EXPECT_EQ(refusal(text, c_dialect::hip_cpp), "no refusal");
}

TEST(c_source_text, refusals_name_the_construct) {
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

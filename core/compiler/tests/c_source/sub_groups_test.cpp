// Sub-groups in each dialect's text, and of one work-item on an OpenCL device.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "compiler/tests/c_source/kernel.hpp"
#include "compiler/tests/c_source/run.hpp"

namespace ndweave::compiler::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// Writes what lane 3 of the sub-group has as its index, plus 1000 times the own lane.
constexpr const char* exchange = R"(
declare i32 @__ndweave_sub_group_size()
declare i32 @__ndweave_sub_group_id()
declare void @__ndweave_sub_group_barrier()
declare i64 @__ndweave_shuffle_u64(i64, i32)
define void @kernel(ptr %f) {
  %out = load ptr, ptr %f
  %i = call i64 @__ndweave_global_id(i32 0)
  %lane = call i32 @__ndweave_sub_group_local_id()
  %group = call i32 @__ndweave_sub_group_id()
  %size = call i32 @__ndweave_sub_group_size()
  %last = sub i32 %size, 1
  %from = call i32 @llvm.umin.i32(i32 %last, i32 3)
  %x = trunc i64 %i to i32
  %y = call i32 @__ndweave_shuffle_u32(i32 %x, i32 %from)
  %z = call i64 @__ndweave_shuffle_u64(i64 %i, i32 %from)
  call void @__ndweave_sub_group_barrier()
  %lanes = mul i32 %lane, 1000
  %sum = add i32 %y, %lanes
  %wide = zext i32 %sum to i64
  %sum2 = add i64 %wide, %z
  %g = zext i32 %group to i64
  %shifted = shl i64 %g, 32
  %all = or i64 %sum2, %shifted
  %at = getelementptr i64, ptr %out, i64 %i
  store i64 %all, ptr %at
  ret void
}
declare i32 @llvm.umin.i32(i32, i32)
)";

std::string text_for(c_dialect dialect, std::uint32_t size) {
    ndw_compile_request request = basic_request(8);
    request.variant.sub_group_size = size;
    const c_source source = emit(exchange, dialect, request);
    return source.text;
}

TEST(CSourceSubGroups, EachDialectHasItsShuffles) {
    EXPECT_THAT(text_for(c_dialect::cuda_cpp, 32),
                AllOf(HasSubstr("__shfl_sync(0xffffffffu, "), HasSubstr("__syncwarp();"), HasSubstr("% 32u")));
    EXPECT_THAT(text_for(c_dialect::hip_cpp, 64), AllOf(HasSubstr("__shfl("), HasSubstr(", 64)"), HasSubstr("% 64u")));
    EXPECT_THAT(text_for(c_dialect::hip_cpp, 32), HasSubstr(", 32)"));
    EXPECT_THAT(text_for(c_dialect::opencl_c, 32),
                AllOf(HasSubstr("sub_group_shuffle("), HasSubstr("shfl.sync.idx.b32"), HasSubstr("#error")));
}

TEST(CSourceSubGroups, MeetAndHaveTheirSizeInOpencl) {
    const std::string text = text_for(c_dialect::opencl_c, 16);
    EXPECT_THAT(text, AllOf(HasSubstr("\n    meet_sub_group();"), HasSubstr("bar.warp.sync"),
                            HasSubstr("__attribute__((intel_reqd_sub_group_size(16)))")));
    EXPECT_THAT(text_for(c_dialect::opencl_c, 1), AllOf(Not(HasSubstr("meet_sub_group")), HasSubstr("    mem_fence(")));
}

/// Some lanes, wherever the others are.
constexpr const char* among_members = R"(
declare i64 @__ndweave_active_lanes()
declare i32 @__ndweave_members_shuffle_u32(i32, i32, i64)
declare i64 @__ndweave_members_shuffle_u64(i64, i32, i64)
declare i64 @__ndweave_members_ballot(i32, i64)
declare void @__ndweave_members_barrier(i64)
define void @kernel(ptr %f) {
  %out = load ptr, ptr %f
  %i = call i64 @__ndweave_global_id(i32 0)
  %m = call i64 @__ndweave_active_lanes()
  %x = trunc i64 %i to i32
  %y = call i32 @__ndweave_members_shuffle_u32(i32 %x, i32 0, i64 %m)
  %z = call i64 @__ndweave_members_shuffle_u64(i64 %i, i32 0, i64 %m)
  %v = call i64 @__ndweave_members_ballot(i32 %y, i64 %m)
  BARRIER
  %wide = zext i32 %y to i64
  %sum = add i64 %wide, %z
  %all = add i64 %sum, %v
  %at = getelementptr i64, ptr %out, i64 %i
  store i64 %all, ptr %at
  ret void
}
)";

std::string members_for(c_dialect dialect, std::uint32_t size, const char* barrier) {
    std::string kernel = among_members;
    kernel.replace(kernel.find("BARRIER"), 7, barrier);
    ndw_compile_request request = basic_request(8);
    request.variant.sub_group_size = size;
    return emit(kernel, dialect, request).text;
}

constexpr const char* members_barrier = "call void @__ndweave_members_barrier(i64 %m)";

TEST(CSourceSubGroups, EachDialectHasOperationsOfMembers) {
    EXPECT_THAT(members_for(c_dialect::cuda_cpp, 32, members_barrier),
                AllOf(HasSubstr("__shfl_sync((u32)"), HasSubstr("__ballot_sync((u32)"), HasSubstr("__activemask()"),
                      HasSubstr("__syncwarp((u32)")));
    EXPECT_THAT(members_for(c_dialect::hip_cpp, 64, members_barrier),
                AllOf(HasSubstr("__shfl("), HasSubstr("__ballot(1)"), HasSubstr("__builtin_amdgcn_wave_barrier();")));
    EXPECT_THAT(members_for(c_dialect::opencl_c, 32, members_barrier),
                AllOf(HasSubstr("activemask.b32"), HasSubstr("\n    meet_members("),
                      HasSubstr("#error \"this device has no barrier of a part of a sub-group")));
    EXPECT_THAT(members_for(c_dialect::opencl_c, 32, ""), Not(HasSubstr("no barrier of a part")));
    EXPECT_THAT(members_for(c_dialect::opencl_c, 1, members_barrier),
                AllOf(Not(HasSubstr("members_")), HasSubstr("    mem_fence(")));
}

#ifdef NDWEAVE_TEST_CLANG
/// What Clang's OpenCL front end makes of the text with these options, or what it says.
std::string compiled_by_clang(const std::string& text, const std::string& options) {
    const std::string base = ::testing::TempDir() + "ndweave-sub-groups-" + std::to_string(::getpid());
    const std::string source = base + ".cl", output = base + ".ll";
    std::ofstream(source) << text;
    const std::string command = std::string(NDWEAVE_TEST_CLANG) +
                                " -x cl --target=spir64 -cl-no-stdinc -include "
                                "opencl-c.h -O1 -S -emit-llvm " +
                                options + " -o " + output + " " + source;
    const int status = std::system((command + " > " + base + ".log 2>&1").c_str());
    std::ifstream in(status == 0 ? output : base + ".log");
    const std::string made((std::istreambuf_iterator<char>(in)), {});
    for (const char* end : {".cl", ".ll", ".log"}) std::filesystem::remove(base + end);
    return made;
}

TEST(CSourceSubGroups, CompileWithIntelsExtensions) {
    EXPECT_THAT(compiled_by_clang(text_for(c_dialect::opencl_c, 16),
                                  "-cl-std=CL1.2 -Dcl_intel_required_subgroup_size=1 -Xclang "
                                  "-cl-ext=-all,+cl_intel_subgroups,+cl_khr_fp64,+cl_khr_int64_base_atomics,"
                                  "+cl_khr_int64_extended_atomics"),
                AllOf(HasSubstr("call spir_func i32 @_Z23intel_sub_group_shufflejj("),
                      HasSubstr("call spir_func i64 @_Z23intel_sub_group_shufflemj("),
                      HasSubstr("call spir_func void @_Z17sub_group_barrierj(i32 noundef 3)"),
                      HasSubstr("!intel_reqd_sub_group_size"), HasSubstr("!{i32 16}")));
}

TEST(CSourceSubGroups, OfMembersCompileWithKhrsExtensions) {
    EXPECT_THAT(compiled_by_clang(members_for(c_dialect::opencl_c, 8, ""), "-cl-std=CL3.0"),
                AllOf(HasSubstr("call spir_func <4 x i32> @_Z16sub_group_balloti("),
                      HasSubstr("call spir_func i64 @_Z17sub_group_shufflemj(")));
    EXPECT_THAT(compiled_by_clang(members_for(c_dialect::opencl_c, 8, members_barrier), "-cl-std=CL3.0"),
                HasSubstr("this device has no barrier of a part of a sub-group"));
}

TEST(CSourceSubGroups, CompileWithKhrsExtensions) {
    EXPECT_THAT(compiled_by_clang(text_for(c_dialect::opencl_c, 8), "-cl-std=CL3.0"),
                AllOf(HasSubstr("call spir_func i32 @_Z17sub_group_shufflejj("),
                      HasSubstr("call spir_func i64 @_Z17sub_group_shufflemj("),
                      HasSubstr("call spir_func void @_Z17sub_group_barrierj(i32 noundef 3)"),
                      Not(HasSubstr("intel_reqd_sub_group_size"))));
}
#endif

TEST(CSourceSubGroups, OfOneWorkItemNeedNoShuffle) {
    EXPECT_THAT(text_for(c_dialect::opencl_c, 1), Not(HasSubstr("shuffle")));
    EXPECT_THAT(text_for(c_dialect::opencl_c, 0), Not(HasSubstr("shuffle")));  // the dialect's own size
}

TEST(CSourceSubGroups, OfOneWorkItemRunOnADevice) {
    opencl_device* device = opencl_device::find();
    if (!device) GTEST_SKIP() << "no OpenCL device with shared virtual memory (Debian: pocl-opencl-icd)";
    constexpr std::size_t items = 150;
    shared_array<std::uint64_t> out(*device, items);
    std::fill_n(out.data, items, ~0ull);
    struct {
        std::uint64_t* out;
    } functor{out.data};
    ndw_compile_request request = basic_request(sizeof functor);
    request.variant.sub_group_size = 1;
    const c_source source = emit(exchange, c_dialect::opencl_c, request);
    ASSERT_EQ(device->run(source, &functor, items, 64), "") << source.text;
    for (std::uint64_t i = 0; i < items; ++i) ASSERT_EQ(out.data[i], 2 * i | (i % 64) << 32) << "work-item " << i;
}

}  // namespace
}  // namespace ndweave::compiler::testing

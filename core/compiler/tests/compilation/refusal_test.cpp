// Kernels that a target cannot run are refused with a message, before code generation could end the process.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

using ::testing::HasSubstr;

struct hostile_kernel {
    const char* name;
    const char* text;
    const char* construct;  // in the message
};

void PrintTo(const hostile_kernel& kernel, std::ostream* out) { *out << kernel.name; }

const hostile_kernel hostile_kernels[] = {
    {"undefined_function", R"(
declare void @_Z6lookupi(i32)
define void @kernel(ptr %f) {
  call void @_Z6lookupi(i32 1)
  ret void
})",
     "calls 'lookup(int)', which is not defined in the kernel's source file"},
    {"function_with_the_name_of_a_mathematical_one", R"(
declare i32 @round(i32)
define void @kernel(ptr %f) {
  %r = call i32 @round(i32 1)
  store i32 %r, ptr %f
  ret void
})",
     "calls 'round', which is not defined in the kernel's source file"},
    {"function_with_the_name_of_a_complex_one", R"(
declare i32 @csin(i32)
define void @kernel(ptr %f) {
  %r = call i32 @csin(i32 1)
  store i32 %r, ptr %f
  ret void
})",
     "calls 'csin', which is not defined in the kernel's source file"},
    {"function_with_the_name_of_one_of_long_double", R"(
declare i32 @roundl(i32)
define void @kernel(ptr %f) {
  %r = call i32 @roundl(i32 1)
  store i32 %r, ptr %f
  ret void
})",
     "calls 'roundl', which is not defined in the kernel's source file"},
    {"operator_new", R"(
declare ptr @_Znwm(i64)
define void @kernel(ptr %f) {
  %p = call ptr @_Znwm(i64 8)
  store ptr %p, ptr %f
  ret void
})",
     "operator new"},
    {"throw", R"(
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
define void @kernel(ptr %f) {
  %e = call ptr @__cxa_allocate_exception(i64 4)
  store i32 1, ptr %e
  call void @__cxa_throw(ptr %e, ptr null, ptr null)
  unreachable
})",
     "throws an exception"},
    {"thread_local_variable", R"(
@counter = internal thread_local global i32 0
declare ptr @llvm.threadlocal.address.p0(ptr)
define void @kernel(ptr %f) {
  %p = call ptr @llvm.threadlocal.address.p0(ptr @counter)
  %v = load i32, ptr %p
  store i32 %v, ptr %f
  ret void
})",
     "thread_local variable 'counter'"},
    {"mutable_global", R"(
@_ZN4demo7counterE = internal global i32 0
define void @kernel(ptr %f) {
  store i32 5, ptr @_ZN4demo7counterE
  ret void
})",
     "global variable 'demo::counter', which is not constant"},
    {"mutable_global_behind_an_address", R"(
@state = internal global [4 x i32] zeroinitializer
@view = internal constant ptr getelementptr (i8, ptr @state, i64 4)
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %pp = getelementptr ptr, ptr @view, i64 %i
  %p = load ptr, ptr %pp
  store i32 5, ptr %p
  ret void
})",
     "global variable 'state'"},
    {"constant_of_another_file", R"(
@table = external constant [4 x i32]
define void @kernel(ptr %f) {
  %v = load i32, ptr @table
  store i32 %v, ptr %f
  ret void
})",
     "'table', which is defined in another file"},
    {"writing_to_a_file", R"(
declare i32 @fprintf(ptr, ptr, ...)
define void @kernel(ptr %f) {
  %r = call i32 (ptr, ptr, ...) @fprintf(ptr %f, ptr %f)
  ret void
})",
     "writes to a file: kernels print to stdout"},
    {"static_local", R"(
declare i32 @__cxa_guard_acquire(ptr)
define void @kernel(ptr %f) {
  %r = call i32 @__cxa_guard_acquire(ptr %f)
  store i32 %r, ptr %f
  ret void
})",
     "static variable inside a function"},
    {"function_pointer", R"(
define void @kernel(ptr %f) {
  %p = load ptr, ptr %f
  call void %p()
  ret void
})",
     "calls through a function pointer"},
    {"variable_length_array", R"(
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @kernel(ptr %f) {
  %n = load i64, ptr %f
  %a = alloca i8, i64 %n
  call void @llvm.memset.p0.i64(ptr %a, i8 1, i64 %n, i1 false)
  %l = getelementptr i8, ptr %a, i64 %n
  %q = load i8, ptr %l
  store i8 %q, ptr %f
  ret void
})",
     "length is not a compile-time constant"},
    {"barrier_without_groups", R"(
define void @kernel(ptr %f) {
  call void @__ndweave_barrier()
  ret void
})",
     "not launched with an nd_range"},
    {"group_id_without_groups", R"(
define void @kernel(ptr %f) {
  %g = call i64 @__ndweave_group_id(i32 0)
  store i64 %g, ptr %f
  ret void
})",
     "uses its work-group (group_id), but was not launched with an nd_range"},
    {"another_machine's_intrinsic", R"(
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define void @kernel(ptr %f) {
  %v = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store i32 %v, ptr %f
  ret void
})",
     "uses an instruction of another processor (llvm.nvvm.read.ptx.sreg.tid.x)"},
    {"virtual_functions", R"(
@_ZTV5shape = internal constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @area] }
define internal void @area(ptr %this) {
  ret void
}
define void @kernel(ptr %f) {
  %p = load ptr, ptr %f
  store ptr getelementptr inbounds ({ [3 x ptr] }, ptr @_ZTV5shape, i32 0, i32 0, i32 2), ptr %p
  ret void
})",
     "virtual functions"},
};

class Refusal : public ::testing::TestWithParam<hostile_kernel> {};

TEST_P(Refusal, NamesKernelAndConstruct) {
    const ir_kernel kernel(GetParam().text);
    const outcome made = compile_request(kernel.request);
    ASSERT_EQ(made.kernel, nullptr);
    EXPECT_EQ(made.status, NDW_COMPILE_UNSUPPORTED);
    EXPECT_NE(made.message.find("kernel 'kernel' cannot run on target host: "), std::string::npos) << made.message;
    EXPECT_NE(made.message.find(GetParam().construct), std::string::npos) << made.message;
}

INSTANTIATE_TEST_SUITE_P(Host, Refusal, ::testing::ValuesIn(hostile_kernels));

TEST(RefusalMessage, SaysWhatDevicesCannotPrint) {
    const auto refused = [](const std::string& format, std::size_t characters, const std::string& arguments) {
        ir_kernel kernel("@format = private constant [" + std::to_string(characters + 1) + " x i8] c\"" + format +
                         R"(\00"
declare i32 @printf(ptr, ...)
define void @kernel(ptr %f) {
  %r = call i32 (ptr, ...) @printf(ptr )" +
                         arguments + R"()
  ret void
})");
        kernel.request.variant.target = NDW_TARGET_OPENCL_C;
        const outcome made = compile_request(kernel.request);
        EXPECT_EQ(made.status, NDW_COMPILE_UNSUPPORTED);
        return made.message;
    };
    EXPECT_THAT(refused("", 0, "%f"), HasSubstr("a format that is not a constant string"));
    EXPECT_THAT(refused("%d %n", 5, "@format, i32 1, ptr %f"),
                HasSubstr("printf with '%n', which devices do not have"));
    EXPECT_THAT(refused("%1$d", 4, "@format, i32 1"), HasSubstr("printf with '%1$'"));
    EXPECT_THAT(refused("%d %d", 5, "@format, i32 1"), HasSubstr("fewer arguments than its format asks for"));
    EXPECT_THAT(refused("%d", 2, "@format, double 1.0"), HasSubstr("another type than '%d' asks for"));
    EXPECT_THAT(refused("%*d", 3, "@format, i32 ptrtoint (ptr @format to i32), i32 1"),
                HasSubstr("a width or precision that is not a constant ('%*d')"));
    EXPECT_THAT(refused("5%", 2, "@format"), HasSubstr("printf with '%'"));
}

TEST(RefusalMessage, NamesTheLineOfTheUserAndNotOfAHeader) {
    const ir_kernel kernel(R"(
declare ptr @malloc(i64)
define void @kernel(ptr %f) !dbg !4 {
  %p = call ptr @malloc(i64 8), !dbg !8
  store ptr %p, ptr %f, !dbg !8
  ret void, !dbg !8
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "heat.cpp", directory: "/home/user")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIFile(filename: "/usr/include/c++/13/new_allocator.h", directory: "")
!4 = distinct !DISubprogram(name: "kernel", scope: !1, file: !1, line: 10, unit: !0, spFlags: DISPFlagDefinition)
!5 = distinct !DISubprogram(name: "allocate", scope: !3, file: !3, line: 100, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 12, column: 3, scope: !4)
!8 = !DILocation(line: 104, column: 3, scope: !5, inlinedAt: !7)
)");
    const outcome made = compile_request(kernel.request);
    EXPECT_NE(made.message.find("calls 'malloc'"), std::string::npos) << made.message;
    EXPECT_NE(made.message.find("(heat.cpp:12)"), std::string::npos) << made.message;
}

TEST(RefusalMessage, CodeThatIsNeverReachedIsNotJudged) {
    const ir_kernel kernel(R"(
declare ptr @_Znwm(i64)
define void @kernel(ptr %f) {
  %t = call i32 @__ndweave_target()
  %library = icmp eq i32 %t, 0
  br i1 %library, label %host, label %end
host:
  %p = call ptr @_Znwm(i64 8)
  store ptr %p, ptr %f
  br label %end
end:
  ret void
})");
    const outcome made = compile_request(kernel.request);
    EXPECT_NE(made.kernel, nullptr) << made.message;
    if (made.kernel != nullptr) code::cache::release_kernel(made.kernel);
}

TEST(MalformedRequest, IsRefused) {
    const ir_kernel kernel("define void @kernel(ptr %f) {\n ret void\n}");
    const auto refused_after = [&](auto change) {
        ndw_compile_request request = kernel.request;
        change(request);
        const outcome made = compile_request(request);
        EXPECT_EQ(made.status, NDW_COMPILE_INVALID) << made.message;
        EXPECT_FALSE(made.message.empty());
    };
    refused_after([](auto& r) { r.struct_size = 8; });
    refused_after([](auto& r) { r.kernel_name = nullptr; });
    refused_after([](auto& r) { r.kernel_name = "other"; });
    refused_after([](auto& r) { r.variant.target = 77; });
    refused_after([](auto& r) { r.variant.dimensions = 4; });
    refused_after([](auto& r) { r.variant.kind = 3; });
    refused_after([](auto& r) { r.variant.flags = 1u << 31; });
    refused_after([](auto& r) { r.bitcode_hash = "abc"; });
    refused_after([](auto& r) { r.variant.pointer_alignment = 48; });
    refused_after([](auto& r) { r.bitcode_size /= 2; });
    refused_after([](auto& r) {
        r.bitcode = "BC this is no bitcode at all; ";
        r.bitcode_size = 30;
    });
    static constexpr std::uint32_t one = 1;
    static constexpr ndw_captured_value beyond{{6, 4}, &one};
    refused_after([](auto& r) {
        r.functor_size = 8;
        r.captures = &beyond;
        r.capture_count = 1;
    });
    refused_after([](auto& r) { r.variant.kind = 2; });  // without a local range
    refused_after([](auto& r) {
        r.variant.kind = 2;
        r.variant.local_range[0] = 1u << 30;
    });
}

}  // namespace
}  // namespace ndweave::compiler::testing

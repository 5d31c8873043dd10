// Functions of other translation units, which are linked to the kernels that call them.
#include <gtest/gtest.h>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

constexpr const char* calls_lookup = R"(
declare i32 @lookup(i32)
define void @kernel(ptr %f) {
  %x = call i32 @lookup(i32 3)
  %p = load ptr, ptr %f
  store i32 %x, ptr %p
  ret void
})";

/// A function as the program's list offers it; the kernel's own parts of a request are passed over.
ndw_external_function offered(const char* name, const ir_kernel& function) {
    const ndw_compile_request& r = function.request;
    return {name, r.bitcode, r.bitcode_size, r.bitcode_hash};
}

outcome compile_with(const ir_kernel& kernel, const std::vector<ndw_external_function>& functions) {
    ndw_compile_request request = kernel.request;
    request.externals = functions.data();
    request.external_count = static_cast<std::uint32_t>(functions.size());
    return compile_request(request);
}

void expect_problem(const outcome& made, const char* problem) {
    EXPECT_EQ(made.kernel, nullptr);
    EXPECT_NE(made.message.find(problem), std::string::npos) << made.message;
}

TEST(ExternalFunctions, AreLinkedWithWhatTheyCall) {
    const ir_kernel kernel(calls_lookup);
    const ir_kernel lookup(
        "declare i32 @next(i32)\ndefine i32 @lookup(i32 %x) {\n %y = call i32 @next(i32 %x)\n ret i32 %y\n}");
    const ir_kernel next("define i32 @next(i32 %x) {\n %y = add i32 %x, 1\n ret i32 %y\n}");
    const outcome made = compile_with(kernel, {offered("next", next), offered("lookup", lookup)});
    ASSERT_NE(made.kernel, nullptr) << made.message;
    code::cache::release_kernel(made.kernel);
    expect_problem(compile_with(kernel, {offered("lookup", lookup)}), "calls 'next'");
    expect_problem(compile_with(kernel, {offered("next", next)}), "calls 'lookup'");
}

TEST(ExternalFunctions, OfAnotherBodyAreCompiledAnew) {
    for (const char* body : {"ret i32 1", "ret i32 2", "ret i32 1"}) {
        const ir_kernel lookup("define i32 @lookup(i32 %x) {\n " + std::string(body) + "\n}");
        const ndw_external_function function = offered("lookup", lookup);
        ir_kernel kernel(calls_lookup);
        kernel.request.externals = &function;
        kernel.request.external_count = 1;
        int result = 0;
        const int* const captured = &result;
        host_kernel(kernel).run(&captured, {1, 1, 1});
        EXPECT_EQ(result, body[8] - '0');
    }
}

TEST(ExternalFunctions, ThatCannotBeReadAreErrors) {
    const ir_kernel kernel(calls_lookup);
    const ir_kernel lookup("define i32 @lookup(i32 %x) {\n ret i32 %x\n}"),
        other("define i32 @other() {\n ret i32 1\n}");
    ndw_external_function broken = offered("lookup", lookup);
    broken.bitcode_size /= 2;
    expect_problem(compile_with(kernel, {broken}), "the bitcode of the function 'lookup' is malformed");
    expect_problem(compile_with(kernel, {offered("lookup", other)}), "does not define it");
    broken = offered("lookup", lookup);
    broken.hash = "abc";
    expect_problem(compile_with(kernel, {broken}), "an external function has no name, bitcode or hash");
}

}  // namespace
}  // namespace ndweave::compiler::testing

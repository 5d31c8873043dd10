// What the emitter writes for printf.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/tests/c_source/kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// A kernel with `call`, of a pointer %a, a number %i of 64 and %low of 32 bits, a double %x, and @one, @two and
/// @format.
std::string printing(const std::string& format, std::size_t characters, const std::string& arguments) {
    return "@format = private constant [" + std::to_string(characters + 1) + " x i8] c\"" + format + R"(\00"
@one = private constant [4 x i8] c"one\00"
@two = private constant [6 x i8] c"two?\22\00"
declare i32 @__ndweave_printf(ptr, ...)
define void @kernel(ptr %f) {
  %a = load ptr, ptr %f
  %i = call i64 @__ndweave_global_id(i32 0)
  %low = trunc i64 %i to i32
  %x = load double, ptr %a
  %is_small = icmp slt i32 %low, 9
  %is_even = icmp eq i64 %i, 8
  %chosen = select i1 %is_small, ptr @one, ptr @two
  %other = select i1 %is_even, ptr @two, ptr %chosen
  %n = call i32 (ptr, ...) @__ndweave_printf(ptr @format)" +
           arguments + R"()
  store i32 %n, ptr %a
  ret void
})";
}

std::string refusal(const std::string& text, c_dialect dialect) {
    try {
        emit(text, dialect, basic_request(8));
    } catch (const c_source_unsupported& e) {
        return e.what();
    }
    return "no refusal";
}

TEST(CSourcePrinting, FormatsAreLiterals) {
    const std::string kernel = printing(R"(%zd\22%d\\?\0A)", 9, ", i64 %i, i32 %low");
    for (const c_dialect dialect : {c_dialect::opencl_c, c_dialect::hip_cpp, c_dialect::cuda_cpp}) {
        const std::string text = emit(kernel, dialect, basic_request(8)).text;
        EXPECT_THAT(text, HasSubstr(R"(printf("%ld\042%d\134\077\012", )"));
        EXPECT_THAT(text, Not(HasSubstr("table")));
    }
}

TEST(CSourcePrinting, OpenClChoosesBetweenLiterals) {
    const std::string kernel = printing("%s", 2, ", ptr %other");
    const std::string text = emit(kernel, c_dialect::opencl_c, basic_request(8)).text;
    EXPECT_THAT(text, HasSubstr(R"(printf("%s", "one"))"));
    EXPECT_THAT(text, HasSubstr(R"(printf("%s", "two\077\042"))"));
    EXPECT_THAT(emit(kernel, c_dialect::hip_cpp, basic_request(8)).text, HasSubstr(R"(printf("%s", (const char*))"));
}

TEST(CSourcePrinting, OpenClPrintsDoublesWithALengthWhereItHasTo) {
    const std::string kernel = printing("a %d %.3f b", 11, ", i32 %low, double %x");
    EXPECT_THAT(emit(kernel, c_dialect::opencl_c, basic_request(8)).text,
                HasSubstr(R"(printf("a %d %.3" LENGTH_OF_DOUBLE "f b", )"));
    EXPECT_THAT(emit(kernel, c_dialect::cuda_cpp, basic_request(8)).text, HasSubstr(R"(printf("a %d %.3f b", )"));
}

TEST(CSourcePrinting, OpenClRefusesWhatItCannotPrint) {
    const std::string of_memory = printing("%s", 2, ", ptr %a");
    EXPECT_THAT(refusal(of_memory, c_dialect::opencl_c), HasSubstr("a string that is not a literal"));
    EXPECT_EQ(refusal(of_memory, c_dialect::hip_cpp), "no refusal");
}

}  // namespace
}  // namespace ndweave::compiler::testing

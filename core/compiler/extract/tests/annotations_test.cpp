/// Annotations that are not the plugin's, and records that it cannot read.
#include <gtest/gtest.h>

#include "compiler/extract/tests/build_program.hpp"

namespace ndweave::extract_test {
namespace {

TEST(Annotations, OfTheUserStayAndOursGo) {
    const support::temporary_folder scratch;
    const support::command_result result =
        run(scratch.path(), compiler() + " -S -emit-llvm -o - " + program("user_annotations.cpp"));
    ASSERT_EQ(result.status, 0) << result.output;
    EXPECT_NE(result.output.find("@llvm.global.annotations = appending global [2 x"), std::string::npos);
    EXPECT_NE(result.output.find("c\"mine too\\00\""), std::string::npos);
    EXPECT_EQ(result.output.find("c\"ndweave.record\\00\""), std::string::npos);
}

TEST(Annotations, AnUnknownRecordLayoutIsACompileErrorThatNamesTheRecord) {
    const support::temporary_folder scratch;
    const support::command_result result =
        run(scratch.path(), compiler() + " -c -o x.o " + program("foreign_record.cpp"));
    EXPECT_EQ(result.status, 1);
    EXPECT_NE(result.output.find("error: ndweave: cannot extract kernel 'odd_record'"), std::string::npos)
        << result.output;
}

}  // namespace
}  // namespace ndweave::extract_test

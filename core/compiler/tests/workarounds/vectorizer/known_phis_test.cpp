// Addresses chosen by branches, which are a counter's in either: the vectorizer's first lane may be off.
#include <gtest/gtest.h>

#include <cstdint>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

/// if (on[i] & 1) { x = i == 0 ? n : (b[n + i] = 5, n + i); a[x] = 7; }; n is a capture.
constexpr const char* chosen_address = R"(
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %on = load ptr, ptr %f
  %ap = getelementptr i8, ptr %f, i64 8
  %a = load ptr, ptr %ap
  %bp = getelementptr i8, ptr %f, i64 16
  %b = load ptr, ptr %bp
  %np = getelementptr i8, ptr %f, i64 24
  %n = load i64, ptr %np
  %pon = getelementptr i32, ptr %on, i64 %i
  %von = load i32, ptr %pon
  %bit = trunc i32 %von to i1
  br i1 %bit, label %then, label %end
then:
  %first = icmp eq i64 %i, 0
  br i1 %first, label %join, label %other
other:
  %sum = add i64 %n, %i
  %pb = getelementptr i32, ptr %b, i64 %sum
  store i32 5, ptr %pb
  br label %join
join:
  %x = phi i64 [ %n, %then ], [ %sum, %other ]
  %pa = getelementptr i32, ptr %a, i64 %x
  store i32 7, ptr %pa
  br label %end
end:
  ret void
})";

struct captures_of_choice {
    const std::int32_t* on;
    std::int32_t *a, *b;
    std::int64_t n;
};

TEST(KnownPhis, HoldWhereTheFirstLaneIsOff) {
    constexpr std::size_t size = 203, before = 3;
    aligned_buffer<std::int32_t> on(size), a(size + before), b(size + before);
    const ir_kernel kernel(chosen_address);
    const host_kernel compiled(kernel);
    for (const unsigned period : {2, 3, 16, 33}) {
        for (std::size_t i = 0; i < size; ++i) on[i] = i % period == 1;
        for (std::size_t i = 0; i < size + before; ++i) a[i] = b[i] = 0;
        const captures_of_choice captures{on.data(), a.data(), b.data(), before};
        compiled.run(&captures, {size, 1, 1});
        for (std::size_t i = 0; i < size; ++i) {
            ASSERT_EQ(a[i + before], on[i] ? 7 : 0) << "period " << period << " at " << i;
            ASSERT_EQ(b[i + before], on[i] ? 5 : 0) << "period " << period << " at " << i;
        }
    }
}

}  // namespace
}  // namespace ndweave::compiler::testing

// Kernels that read their functor under a guard, where it may have ended, and such that write it.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <string>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

constexpr std::uint32_t items = 16;
constexpr std::uint32_t nd_range = 2, basic = 1, single_task = 0;

/// Functors are copied to the end of a page, behind which nothing may be touched.
class last_of_a_page {
public:
    last_of_a_page() {
        void* const both = mmap(nullptr, 2 * page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        begin_ = both == MAP_FAILED ? nullptr : static_cast<char*>(both);
        if (begin_ == nullptr || mprotect(begin_ + page_, page_, PROT_NONE) != 0) throw std::bad_alloc();
    }
    ~last_of_a_page() { munmap(begin_, 2 * page_); }
    last_of_a_page(const last_of_a_page&) = delete;

    template <class T>
    const T* put(const T& object) {
        return static_cast<const T*>(std::memcpy(begin_ + page_ - sizeof(T), &object, sizeof(T)));
    }

private:
    const std::size_t page_ = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    char* begin_ = nullptr;
};

struct captures {
    std::uint32_t* out;
    std::uint64_t n;
};

/// A loop of n iterations, and `if (id > n + 1000) { behind }`, which knows the functor's end as `%past`
/// and makes an i32, `%made`.
std::string reading_under_a_guard(const std::string& behind) {
    return R"(
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %out = load ptr, ptr %f
  %np = getelementptr i8, ptr %f, i64 8
  %n = load i64, ptr %np
  %past = getelementptr i8, ptr %f, i64 16
  br label %iteration
iteration:
  %k = phi i64 [ 0, %0 ], [ %k.next, %iteration ]
  %k.next = add i64 %k, 1
  %k.more = icmp ult i64 %k.next, %n
  br i1 %k.more, label %iteration, label %loop.end
loop.end:
  %far = add i64 %n, 1000
  %beyond = icmp ugt i64 %i, %far
  br i1 %beyond, label %inside, label %end
inside:
)" + behind +
           R"(
  br label %end
end:
  %v = phi i32 [ %made, %inside ], [ 0, %loop.end ]
  %at = getelementptr i32, ptr %out, i64 %i
  store i32 %v, ptr %at
  ret void
})";
}

/// Whether the kernel runs although there is nothing behind its functor.
void expect_to_stay_inside(const std::string& text, std::uint32_t kind, std::uint32_t flags = 0) {
    SCOPED_TRACE(text);
    ir_kernel kernel(text);
    kernel.request.variant.kind = kind;
    if (kind == nd_range) kernel.request.variant.local_range[0] = items;
    kernel.request.functor_size = sizeof(captures);
    kernel.request.variant.flags = flags;
    kernel.request.variant.pointer_alignment = 64;
    const host_kernel compiled(kernel);
    last_of_a_page place;
    aligned_buffer<std::uint32_t> out(items);
    const captures* const functor = place.put(captures{out.data(), 1});
    EXPECT_EXIT(
        {
            compiled.run(functor, {items, 1, 1});
            _exit(0);
        },
        ::testing::ExitedWithCode(0), "");
}

TEST(Functor, IsNotReadBehindItsEndBeforeTheGuard) {
    const std::string text = reading_under_a_guard(R"(  %made = load i32, ptr %past)");
    expect_to_stay_inside(text, nd_range);
    expect_to_stay_inside(text, basic);
}

TEST(Functor, HasNoPointersBehindItsEndThatAreTestedForStreamingStores) {
    const std::string text = reading_under_a_guard(R"(
  %p = load ptr, ptr %past
  %made = trunc i64 %i to i32
  %p.at = getelementptr i32, ptr %p, i64 %i
  store i32 %made, ptr %p.at)");
    expect_to_stay_inside(text, nd_range, NDW_COMPILE_STREAMING_STORES);
    expect_to_stay_inside(text, basic, NDW_COMPILE_STREAMING_STORES);
}

struct mutable_captures {
    std::uint32_t* out;
    std::uint32_t member = 1;
};

std::array<std::uint32_t, items> results_of(const std::string& text, std::uint32_t kind) {
    ir_kernel kernel(text);
    kernel.request.variant.kind = kind;
    if (kind == nd_range) kernel.request.variant.local_range[0] = items;
    kernel.request.functor_size = sizeof(mutable_captures);
    std::array<std::uint32_t, items> out{};
    const mutable_captures functor{out.data()};
    host_kernel(kernel).run(&functor, {kind == single_task ? 1 : items, 1, 1});
    return out;
}

TEST(Functor, ThatOneWorkItemWritesIsReadByAllBehindTheBarrier) {
    const auto out = results_of(R"(
define void @kernel(ptr %f) {
  %l = call i32 @__ndweave_local_id(i32 0)
  %out = load ptr, ptr %f
  %member = getelementptr i8, ptr %f, i64 8
  %first = icmp eq i32 %l, 0
  br i1 %first, label %write, label %join
write:
  store i32 5, ptr %member
  br label %join
join:
  call void @__ndweave_barrier()
  %x = load i32, ptr %member
  %at = getelementptr i32, ptr %out, i32 %l
  store i32 %x, ptr %at
  ret void
})",
                                nd_range);
    for (const std::uint32_t x : out) EXPECT_EQ(x, 5u);
}

TEST(Functor, ThatAnAtomicOperationChangesIsReadAgain) {
    const auto out = results_of(R"(
define void @kernel(ptr %f) {
  %out = load ptr, ptr %f
  %member = getelementptr i8, ptr %f, i64 8
  %before = load i32, ptr %member
  store i32 %before, ptr %out
  %old = atomicrmw add ptr %member, i32 3 monotonic
  %after = load i32, ptr %member
  %at = getelementptr i8, ptr %out, i64 4
  store i32 %after, ptr %at
  ret void
})",
                                single_task);
    EXPECT_EQ(out[0], 1u);
    EXPECT_EQ(out[1], 4u);
}

TEST(Functor, ThatIsWrittenThroughAChosenAddressIsReadAgain) {
    const auto out = results_of(R"(
define void @kernel(ptr %f) {
  %out = load ptr, ptr %f
  %member = getelementptr i8, ptr %f, i64 8
  %before = load i32, ptr %member
  store i32 %before, ptr %out
  %one = icmp eq i32 %before, 1
  %unused = getelementptr i8, ptr %out, i64 8
  %chosen = select i1 %one, ptr %member, ptr %unused
  store i32 7, ptr %chosen
  %after = load i32, ptr %member
  %at = getelementptr i8, ptr %out, i64 4
  store i32 %after, ptr %at
  ret void
})",
                                single_task);
    EXPECT_EQ(out[0], 1u);
    EXPECT_EQ(out[1], 7u);
}

}  // namespace
}  // namespace ndweave::compiler::testing

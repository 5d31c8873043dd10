// What the interpreter refuses: kernels that break a rule of README.md.
#include <gtest/gtest.h>

#include "illegal_kernel.hpp"
#include "serial_interpreter.hpp"

namespace ndweave::compiler::testing {

namespace {

constexpr unsigned items = 4;

/// A kernel with the work-item's id in %id, the array of the launch (one word for each) in %x, its own element in
/// %own, and local memory in %local.
kernel_text with_body(const std::string& body) {
    return {R"(
declare i32 @__ndweave_local_id(i32)
declare ptr @__ndweave_local_memory()
declare i32 @__ndweave_shuffle_u32(i32, i32)
declare void @__ndweave_barrier()
define void @kernel(ptr %functor) {
  %id = call i32 @__ndweave_local_id(i32 0)
  %local = call ptr @__ndweave_local_memory()
  %x = load ptr, ptr %functor
  %own = getelementptr i32, ptr %x, i32 %id
)" + body + "\n  ret void\n}\n"};
}

void run(const std::string& body) {
    std::vector<std::uint32_t> x(items);
    const void* const functor[] = {x.data()};
    work_group group;
    group.local_range[0] = items;
    group.sub_group_size = 8;
    memory_rules rules;
    rules.add_constant(std::as_bytes(std::span(functor)));
    rules.add_global(std::as_bytes(std::span(x)));
    serial_interpreter(with_body(body)).run(group, functor, {.rules = &rules, .most = 1000});
}

class IllegalKernel : public ::testing::TestWithParam<const char*> {};

TEST_P(IllegalKernel, IsRefused) { EXPECT_THROW(run(GetParam()), illegal_kernel); }

INSTANTIATE_TEST_SUITE_P(
    Rule, IllegalKernel,
    ::testing::Values(
        "store i32 %id, ptr %x",                                                        // a race of writes
        "store i32 1, ptr %own\n%first = load i32, ptr %x",                             // of a write and a read
        "%c = atomicrmw add ptr %x, i32 1 monotonic, align 4\n%d = load i32, ptr %x",   // of an atomic and a read
        "%p = getelementptr i32, ptr %own, i32 4\nstore i32 1, ptr %p",                 // out of bounds
        "store i32 1, ptr %functor",                                                    // a constant changed
        "%v = alloca i32\n%r = load i32, ptr %v",                                       // never written
        "%v = alloca i32\n%p = getelementptr i32, ptr %v, i32 1\nstore i32 1, ptr %p",  // beyond a variable
        "%r = load i32, ptr %local",                                                    // nor local memory
        "%r = shl i32 1, 32",                                                           // too far
        "%r = udiv i32 1, %id",                                                         // by zero
        "%r = sdiv i32 -2147483648, -1",                                                // beyond the range
        "%r = add nuw i32 -1, %id",                                                     // wraps round
        "%f = uitofp i32 %id to float\n%r = fdiv float %f, %f",                         // NaN
        "%r = fptosi float 4.0e9 to i32",                                               // beyond the range
        "%r = call i32 @__ndweave_shuffle_u32(i32 1, i32 5)",                           // a lane that is not there
        "br label %again\nagain:\nbr label %again\nend:",                               // without end
        "%c = icmp eq i32 %id, 0\nbr i1 %c, label %a, label %end\na:\n"                 // divergent
        "call void @__ndweave_barrier()\nbr label %end\nend:",
        "%c = icmp eq i32 %id, 0\nbr i1 %c, label %a, label %b\na:\n"  // not the same barrier
        "call void @__ndweave_barrier()\nbr label %end\nb:\n"
        "call void @__ndweave_barrier()\nbr label %end\nend:"));

TEST(LegalKernel, IsRun) {
    EXPECT_NO_THROW(
        run("%c = atomicrmw add ptr %x, i32 1 monotonic, align 4\n"
            "%p = getelementptr i32, ptr %local, i32 %id\nstore i32 %id, ptr %p\n"
            "call void @__ndweave_barrier()\n"
            "%q = getelementptr i32, ptr %local, i32 3\n%r = load i32, ptr %q\nstore i32 %r, ptr %own"));
}

}  // namespace

}  // namespace ndweave::compiler::testing

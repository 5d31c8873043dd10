// Sub-group operations under the interpreter, and on fibers: what is legal runs, what is not is refused.
#include <gtest/gtest.h>

#include "compiler/tests/passes/machine_code.hpp"
#include "illegal_kernel.hpp"
#include "serial_interpreter.hpp"

namespace ndweave::compiler::testing {

namespace {

constexpr unsigned items = 5;  // in sub-groups of two: the last has one

/// A kernel with the work-item's id in %id, its sub-group in %sub, its lane in %lane, the launch's array (one word for
/// each) in %x, its own element in %own, and its own word of local memory in %mine.
kernel_text with_body(const std::string& body) {
    return {R"(
declare i32 @__ndweave_local_id(i32)
declare i32 @__ndweave_sub_group_id()
declare i32 @__ndweave_sub_group_local_id()
declare ptr @__ndweave_local_memory()
declare i32 @__ndweave_shuffle_u32(i32, i32) convergent
declare i64 @__ndweave_shuffle_u64(i64, i32) convergent
declare void @__ndweave_barrier() convergent
declare void @__ndweave_sub_group_barrier() convergent
define void @kernel(ptr %functor) {
  %id = call i32 @__ndweave_local_id(i32 0)
  %sub = call i32 @__ndweave_sub_group_id()
  %lane = call i32 @__ndweave_sub_group_local_id()
  %local = call ptr @__ndweave_local_memory()
  %mine = getelementptr i32, ptr %local, i32 %id
  %x = load ptr, ptr %functor
  %own = getelementptr i32, ptr %x, i32 %id
  %first = icmp eq i32 %id, 0
  %even = icmp eq i32 %lane, 0
  %before.last = icmp ult i32 %sub, 2
)" + body + "\n  ret void\n}\n"};
}

work_group small_group() {
    work_group group;
    group.local_range[0] = items;
    group.sub_group_size = 2;
    return group;
}

std::vector<std::uint32_t> interpreted(const std::string& body) {
    std::vector<std::uint32_t> x(items);
    const void* const functor[] = {x.data()};
    work_group group = small_group();
    memory_rules rules;
    rules.add_constant(std::as_bytes(std::span(functor)));
    rules.add_global(std::as_bytes(std::span(x)));
    serial_interpreter(with_body(body)).run(group, functor, {.rules = &rules, .most = 1000});
    return x;
}

std::vector<std::uint32_t> on_fibers(const std::string& body) {
    std::vector<std::uint32_t> x(items);
    const void* const functor[] = {x.data()};
    work_group group = small_group();
    group.run_items(machine_code::of_item(with_body(body)).entry, functor);
    return x;
}

struct sub_group_case {
    const char* name;
    const char* body;
};

std::string name_of(const ::testing::TestParamInfo<sub_group_case>& info) { return info.param.name; }
void PrintTo(const sub_group_case& c, std::ostream* out) { *out << c.name; }

class DivergentSubGroup : public ::testing::TestWithParam<sub_group_case> {};

TEST_P(DivergentSubGroup, IsRefused) {
    EXPECT_THROW(interpreted(GetParam().body), illegal_kernel);
    EXPECT_THROW(on_fibers(GetParam().body), std::logic_error);
}

INSTANTIATE_TEST_SUITE_P(Mistake, DivergentSubGroup,
                         ::testing::Values(sub_group_case{"SomeLanesShuffle",
                                                          "br i1 %first, label %a, label %end\na:\n"
                                                          "%r = call i32 @__ndweave_shuffle_u32(i32 1, i32 0)\n"
                                                          "br label %end\nend:"},
                                           sub_group_case{"LanesShuffleElsewhere",
                                                          "br i1 %even, label %a, label %b\na:\n"
                                                          "%r = call i32 @__ndweave_shuffle_u32(i32 1, i32 0)\n"
                                                          "br label %end\nb:\n"
                                                          "%s = call i32 @__ndweave_shuffle_u32(i32 1, i32 0)\n"
                                                          "br label %end\nend:"},
                                           sub_group_case{"AnotherOperation",
                                                          "br i1 %even, label %a, label %b\na:\n"
                                                          "%r = call i32 @__ndweave_shuffle_u32(i32 1, i32 0)\n"
                                                          "br label %end\nb:\n"
                                                          "call void @__ndweave_sub_group_barrier()\n"
                                                          "br label %end\nend:"},
                                           sub_group_case{"OneEnded",
                                                          "br i1 %first, label %a, label %b\na:\nret void\nb:\n"
                                                          "call void @__ndweave_sub_group_barrier()\n"},
                                           sub_group_case{"OneAtTheGroupsBarrier",
                                                          "br i1 %even, label %a, label %b\na:\n"
                                                          "call void @__ndweave_barrier()\n"
                                                          "br label %end\nb:\n"
                                                          "call void @__ndweave_sub_group_barrier()\n"
                                                          "br label %end\nend:"},
                                           sub_group_case{"OneSubGroupAtTheGroupsBarrier",
                                                          "br i1 %before.last, label %a, label %end\na:\n"
                                                          "call void @__ndweave_barrier()\n"
                                                          "br label %end\nend:"},
                                           sub_group_case{
                                               "CallersDiffer",
                                               "br i1 %even, label %a, label %b\na:\n"
                                               "call void @meet()\nbr label %end\nb:\n"
                                               "call void @meet_elsewhere()\nbr label %end\nend:\nret void\n}\n"
                                               "define void @meet() {\n"
                                               "call void @__ndweave_sub_group_barrier()\nret void\n}\n"
                                               "define void @meet_elsewhere() {\n"
                                               "call void @__ndweave_sub_group_barrier()\n"}),
                         name_of);

class RacingSubGroup : public ::testing::TestWithParam<sub_group_case> {};

TEST_P(RacingSubGroup, IsRefused) {
    try {
        interpreted(GetParam().body);
        FAIL() << "the race is not seen";
    } catch (const illegal_kernel& mistake) {
        EXPECT_EQ(std::string(mistake.what()).find("a race of"), 0u) << mistake.what();
    }
}

#define LOAD_OF(n) "%p = getelementptr i32, ptr %local, i32 " n "\n%r = load i32, ptr %p\n"

INSTANTIATE_TEST_SUITE_P(
    Mistake, RacingSubGroup,
    ::testing::Values(sub_group_case{"OfOneSubGroup", "store i32 %id, ptr %mine\n%b = mul i32 %sub, 2\n" LOAD_OF("%b")},
                      sub_group_case{"WithAShuffleBetween",
                                     "store i32 %id, ptr %mine\n"
                                     "%s = call i32 @__ndweave_shuffle_u32(i32 1, i32 0)\n"
                                     "%b = mul i32 %sub, 2\n" LOAD_OF("%b")},
                      sub_group_case{"OfTwoWithTheirOwnBarriers",
                                     "store i32 %id, ptr %mine\n"
                                     "call void @__ndweave_sub_group_barrier()\n" LOAD_OF("0")},
                      sub_group_case{"WritesBehindReads",
                                     "store i32 %id, ptr %mine\n"
                                     "call void @__ndweave_sub_group_barrier()\n"
                                     "%b = mul i32 %sub, 2\n" LOAD_OF("%b") "store i32 %r, ptr %mine"},
                      sub_group_case{"ReadByTwoSubGroups",
                                     "store i32 %id, ptr %mine\ncall void @__ndweave_barrier()\n" LOAD_OF(
                                         "0") "call void @__ndweave_sub_group_barrier()\n"
                                              "br i1 %first, label %a, label %end\na:\n"
                                              "store i32 1, ptr %local\nbr label %end\nend:"},
                      sub_group_case{"AtomicAndNot",
                                     "store i32 %id, ptr %mine\n"
                                     "%s = atomicrmw add ptr %mine, i32 1 monotonic, align 4\n"
                                     "%t = atomicrmw add ptr %local, i32 1 monotonic, align 4"}),
    name_of);

struct legal_case {
    const char* name;
    const char* body;
    std::vector<std::uint32_t> expected;
};

std::string legal_name(const ::testing::TestParamInfo<legal_case>& info) { return info.param.name; }
void PrintTo(const legal_case& c, std::ostream* out) { *out << c.name; }

class LegalSubGroup : public ::testing::TestWithParam<legal_case> {};

TEST_P(LegalSubGroup, Runs) {
    EXPECT_EQ(interpreted(GetParam().body), GetParam().expected);
    EXPECT_EQ(on_fibers(GetParam().body), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Use, LegalSubGroup,
    ::testing::Values(
        legal_case{"OnlySomeSubGroups",
                   "br i1 %before.last, label %a, label %end\na:\n"
                   "%n = xor i32 %lane, 1\n%r = call i32 @__ndweave_shuffle_u32(i32 %id, i32 %n)\n"
                   "store i32 %r, ptr %own\nbr label %end\nend:",
                   {1, 0, 3, 2, 0}},
        legal_case{"EachItsOwnOperation",
                   "br i1 %before.last, label %a, label %b\na:\n"
                   "%r = call i32 @__ndweave_shuffle_u32(i32 %id, i32 1)\nstore i32 %r, ptr %own\nbr label %end\nb:\n"
                   "%w = zext i32 %id to i64\n%s = call i64 @__ndweave_shuffle_u64(i64 %w, i32 0)\n"
                   "%t = trunc i64 %s to i32\nstore i32 %t, ptr %own\nbr label %end\nend:",
                   {1, 1, 3, 3, 4}},
        legal_case{"UnequalTrips",
                   "br label %test\ntest:\n%k = phi i32 [ 0, %0 ], [ %k1, %again ]\n"
                   "%v = phi i32 [ %id, %0 ], [ %w, %again ]\n%more = icmp ult i32 %k, %sub\n"
                   "br i1 %more, label %again, label %end\nagain:\n"
                   "%o = call i32 @__ndweave_shuffle_u32(i32 %v, i32 0)\n%w = add i32 %v, %o\n%k1 = add i32 %k, 1\n"
                   "br label %test\nend:\ncall void @__ndweave_barrier()\nstore i32 %v, ptr %own",
                   {0, 1, 4, 5, 16}},
        legal_case{"ExchangeThroughMemory",
                   "store i32 %id, ptr %mine\ncall void @__ndweave_sub_group_barrier()\n%b = mul i32 %sub, 2\n" LOAD_OF(
                       "%b") "call void @__ndweave_sub_group_barrier()\n%s = add i32 %r, 7\n"
                             "store i32 %s, ptr %mine\nstore i32 %r, ptr %own",
                   {0, 0, 2, 2, 4}},
        legal_case{"GroupBarrierBetween",
                   "br i1 %before.last, label %a, label %b\na:\n"
                   "%n = xor i32 %lane, 1\n%q = call i32 @__ndweave_shuffle_u32(i32 %id, i32 %n)\nbr label %b\nb:\n"
                   "%v = phi i32 [ %q, %a ], [ 9, %0 ]\nstore i32 %v, ptr %mine\ncall void @__ndweave_barrier()\n"
                   "%back = sub i32 4, %id\n" LOAD_OF("%back") "store i32 %r, ptr %own",
                   {9, 2, 3, 0, 1}},
        legal_case{"SomeSubGroupsEndBefore",
                   "br i1 %before.last, label %a, label %b\na:\nret void\nb:\n"
                   "%q = call i32 @__ndweave_shuffle_u32(i32 %id, i32 0)\nstore i32 %q, ptr %own",
                   {0, 0, 0, 0, 4}}),
    legal_name);

TEST(LegalSubGroups, AreTheWholeGroupWhereItIsSmaller) {
    std::vector<std::uint32_t> x(items);
    const void* const functor[] = {x.data()};
    work_group group = small_group();
    group.sub_group_size = 64;
    const kernel_text kernel = with_body(
        "%c = icmp ult i32 %sub, 1\nbr i1 %c, label %a, label %end\na:\n"
        "%r = call i32 @__ndweave_shuffle_u32(i32 %id, i32 4)\nstore i32 %r, ptr %own\nbr label %end\nend:");
    serial_interpreter(kernel).run(group, functor);
    EXPECT_EQ(x, std::vector<std::uint32_t>(items, 4));
    x.assign(items, 0);
    group.run_items(machine_code::of_item(kernel).entry, functor);
    EXPECT_EQ(x, std::vector<std::uint32_t>(items, 4));
}

}  // namespace

}  // namespace ndweave::compiler::testing

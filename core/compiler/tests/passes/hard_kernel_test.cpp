#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <sstream>

#include "machine_code.hpp"

namespace ndweave::compiler::testing {

namespace {

/// kernels/kernels.cpp's functor.
struct functor {
    const std::uint32_t* in;
    std::uint32_t* out;
    std::uint32_t* sums;
    std::uint32_t n;
    std::uint32_t m;
};

kernel_text read(const std::string& file, const std::string& kernel) {
    std::ifstream in(std::string(NDWEAVE_PASS_KERNELS) + "/" + file);
    std::stringstream text;
    text << in.rdbuf();
    return {text.str(), kernel};
}

constexpr unsigned groups = 3;

using kernel_parameter = std::tuple<const char*, const char*>;

class HardKernels : public ::testing::TestWithParam<kernel_parameter> {
protected:
    static bool uses_sub_groups() { return std::string(std::get<1>(GetParam())).starts_with("sub_group"); }

    void check(work_group group) {
        SCOPED_TRACE("group of " + std::to_string(group.local_range[0]) + " x " + std::to_string(group.local_range[1]));
        const auto [file, name] = GetParam();
        const machine_code item = machine_code::of_item(read(file, name));
        const machine_code loops = machine_code::of_group(read(file, name), group, sizeof(functor));
        const unsigned seed = std::random_device()();
        std::mt19937 random(seed);
        std::vector<std::uint32_t> in(groups * group.items() + 256), sums(4);
        for (auto& value : in) value = random() % 1000;
        for (std::uint32_t n : {0u, 1u, 4u, 7u}) {
            std::vector<std::uint32_t> expected(groups * group.items()), got(expected.size());
            const functor reference{in.data(), expected.data(), sums.data(), n, n + 2};
            const functor tested{in.data(), got.data(), sums.data(), n, n + 2};
            for (unsigned g = 0; g < groups; ++g) {
                group.group_id[0] = g;
                group.run_items(item.entry, &reference);
                group.run_group(loops.entry, &tested, loops.result.arena_bytes);
            }
            ASSERT_EQ(got, expected) << "n " << n << " seed " << seed;
        }
    }
};

TEST_P(HardKernels, RunAsOnFibers) {
    work_group group;
    for (std::uint32_t items : {1u, 16u, 37u, 64u, 150u, 256u}) {
        if (uses_sub_groups() && items % group.sub_group_size) continue;  // what missing lanes hold is not defined
        group.local_range[0] = items;
        check(group);
    }
}

class HardKernelsInRows : public HardKernels {};

TEST_P(HardKernelsInRows, RunAsOnFibers) {
    work_group group;
    group.local_range[0] = 8;
    group.local_range[1] = 5;
    check(group);
}

constexpr const char* files[] = {"kernels_O0.ll", "kernels_O2.ll"};

std::string test_name(const ::testing::TestParamInfo<kernel_parameter>& info) {
    return std::string(std::get<1>(info.param)) + std::string(std::get<0>(info.param)).substr(7, 3);
}

INSTANTIATE_TEST_SUITE_P(Passes, HardKernelsInRows,
                         ::testing::Combine(::testing::ValuesIn(files), ::testing::Values("nested_rows")), test_name);

INSTANTIATE_TEST_SUITE_P(Passes, HardKernels,
                         ::testing::Combine(::testing::ValuesIn(files),
                                            ::testing::Values("straight_line", "tree_reduction", "unequal_trips",
                                                              "value_before_barrier_used_after", "rotating_values",
                                                              "conditional_barriers", "early_return",
                                                              "leave_in_one_arm", "leave_in_the_other_arm",
                                                              "private_array", "divergent_loops", "nested_rows",
                                                              "guards", "sub_group_sum", "sub_group_after_branches")),
                         test_name);

TEST(WorkItemLoops, KeepNothingThatCanBeComputedAgain) {
    work_group group;
    group.local_range[0] = 256;
    const auto code = machine_code::of_group(read("kernels_O2.ll", "tree_reduction"), group, sizeof(functor));
    for (const work_item_slot& slot : code.result.slots)
        EXPECT_EQ(slot.where, work_item_slot::place::group) << slot.name;
    EXPECT_EQ(code.result.arena_bytes, 0u);
}

TEST(WorkItemLoops, MaskDivergentLoops) {
    work_group group;
    group.local_range[0] = 64;
    const auto code = machine_code::of_group(read("kernels_O2.ll", "divergent_loops"), group, sizeof(functor));
    EXPECT_GE(code.result.masked_loops, 1u);
}

TEST(WorkItemLoops, WalkMaskedLoopsInStrips) {
    work_group group;
    const auto strip = [&](const char* kernel) {
        return machine_code::of_group(read("kernels_O2.ll", kernel), group, sizeof(functor)).result.strip;
    };
    group.local_range[0] = 64;
    EXPECT_EQ(strip("divergent_loops"), 0u);
    group.local_range[0] = 240;
    EXPECT_EQ(strip("divergent_loops"), 60u);
    group.local_range[0] = 251;  // a prime
    EXPECT_EQ(strip("divergent_loops"), 0u);
    group.local_range[0] = group.local_range[1] = 16;
    EXPECT_EQ(strip("divergent_loops"), 64u);
    EXPECT_EQ(strip("tree_reduction"), 0u);
}

TEST(WorkItemLoops, RunOverTheItemsThatAGuardLetsIn) {
    work_group group;
    group.local_range[0] = 64;
    const auto narrowed = [&](const char* kernel) {
        return machine_code::of_group(read("kernels_O2.ll", kernel), group, sizeof(functor)).result.narrowed_guards;
    };
    EXPECT_EQ(narrowed("straight_line"), 0u);
    EXPECT_GE(narrowed("tree_reduction"), 1u);
    EXPECT_GE(narrowed("guards"), 8u);
}

TEST(WorkItemLoops, PutLargeSlotsIntoTheArena) {
    work_group group;
    group.local_range[0] = 1024;
    const auto code = machine_code::of_group(read("kernels_O2.ll", "private_array"), group, sizeof(functor));
    EXPECT_GE(code.result.arena_bytes, 1024u * 8 * sizeof(std::uint32_t));
}

/// The kernel's first sixteen work-items exchange.
TEST(WorkItemLoops, SayThatLanesComeToAnOperationOneByOne) {
    work_group group;
    group.local_range[0] = 64;
    const auto remarks = [&](std::uint32_t sub_group_size) {
        group.sub_group_size = sub_group_size;
        return machine_code::of_group(read("kernels_O2.ll", "divergent_shuffle"), group, sizeof(functor))
            .result.remarks;
    };
    EXPECT_TRUE(remarks(16).empty());
    ASSERT_EQ(remarks(32).size(), 1u);
    EXPECT_NE(remarks(32)[0].find("sub-groups may be reached by a part of the lanes"), std::string::npos);
}

}  // namespace

}  // namespace ndweave::compiler::testing

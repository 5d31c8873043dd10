#include "random_kernel.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

namespace ndweave::compiler::testing {

namespace {

struct data {
    std::vector<std::uint32_t> input = std::vector<std::uint32_t>(input_size);
    std::vector<std::uint32_t> output, sums = std::vector<std::uint32_t>(sum_count);

    bool operator==(const data&) const = default;
};

unsigned environment(const char* name, unsigned otherwise) {
    const char* text = std::getenv(name);
    return text ? static_cast<unsigned>(std::strtoul(text, nullptr, 10)) : otherwise;
}

/// Groups of one, two and three dimensions, odd sizes among them.
work_group random_group(std::mt19937_64& random) {
    static constexpr std::uint32_t shapes[][3] = {{1, 1, 1}, {16, 1, 1},  {37, 1, 1}, {64, 1, 1}, {8, 4, 1},
                                                  {5, 3, 1}, {16, 16, 1}, {4, 2, 3},  {1, 8, 1},  {128, 1, 1}};
    work_group group;
    const auto& shape = shapes[random() % std::size(shapes)];
    std::copy(std::begin(shape), std::end(shape), group.local_range);
    return group;
}

constexpr unsigned groups = 2;

template <class Run>
data run_all(work_group group, data memory, std::uint32_t n, std::uint32_t m, Run run) {
    random_functor functor{memory.input.data(), memory.output.data(), memory.sums.data(), n, m};
    for (unsigned g = 0; g < groups; ++g) {
        group.group_id[0] = g;
        run(group, &functor);
    }
    return memory;
}

void check(std::uint64_t seed) {
    SCOPED_TRACE("reproduce with NDWEAVE_FUZZ_SEED=" + std::to_string(seed) + " NDWEAVE_FUZZ_CASES=1");
    std::mt19937_64 random(seed);
    work_group group = random_group(random);
    const kernel_text kernel = random_kernel(seed, group.items());
    work_item_loop_options options;
    options.dimensions = 3;
    std::copy(std::begin(group.local_range), std::end(group.local_range), options.local_range);
    const machine_code item = machine_code::of_item(kernel);
    const machine_code loops = machine_code::of_group(kernel, options);

    data memory;
    for (auto& value : memory.input) value = random();
    memory.output.resize(groups * group.items() * outputs_per_item);
    const std::uint32_t n = random() % 8, m = random() % 8;
    const data expected =
        run_all(group, memory, n, m, [&](work_group& g, const void* functor) { g.run_items(item.entry, functor); });
    const data got = run_all(group, memory, n, m, [&](work_group& g, const void* functor) {
        g.run_group(loops.entry, functor, loops.result.arena_bytes);
    });
    ASSERT_TRUE(got == expected);
}

TEST(RandomKernels, AgreeWithFibers) {
    const unsigned cases = environment("NDWEAVE_FUZZ_CASES", 100);
    const std::uint64_t first = environment("NDWEAVE_FUZZ_SEED", std::random_device()());
    for (unsigned i = 0; i < cases && !HasFatalFailure(); ++i) check(first + i);
}

}  // namespace

}  // namespace ndweave::compiler::testing

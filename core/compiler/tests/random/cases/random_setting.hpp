/// What a random kernel runs with: its group, its arguments and its memory. Shared by all who run one.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "compiler/tests/passes/work_group.hpp"
#include "compiler/tests/random/generator/random_kernel.hpp"
#include "random_words.hpp"

namespace ndweave::compiler::testing {

/// Everything that a random kernel reads and writes, but its local memory.
struct random_memory {
    static constexpr std::size_t array_count = 7;

    random_words input = random_words(input_size);
    random_words output, own, sums = random_words(sum_count);
    random_words wide_sums = random_words(2 * wide_sum_count);
    random_words records, planes;

    bool operator==(const random_memory&) const = default;

    /// In this order: the first is never written, the fifth and sixth are aligned to 8 bytes.
    std::array<random_words*, array_count> arrays() {
        return {&input, &output, &own, &sums, &wide_sums, &records, &planes};
    }
    std::array<std::span<const std::byte>, array_count> all() const;

    /// Moves the arrays to multiples of so many bytes; copies have the same.
    void align(std::size_t bytes);
};

/// Where two ways to run a kernel differ first: "output 3 of work-item 17 (5, not 7)".
std::string first_difference(const random_memory& got, const random_memory& expected);

struct random_setting {
    static constexpr unsigned groups = 2;  // of the launch, along axis 0; a basic kernel's range runs as often

    explicit random_setting(std::mt19937_64& random, std::span<const std::uint32_t> sub_group_sizes);

    bool basic() const { return kind == random_kind::basic; }
    random_shape shape() const { return {kind, static_cast<unsigned>(group.items()), group.sub_group_size}; }

    /// The arguments, with the memory's arrays at these places, here or on a device.
    random_functor arguments(const std::array<std::uint32_t*, random_memory::array_count>& at) const;

    /// Which of the memory's arrays each pointer among the arguments leads into, by its offset.
    std::map<std::uint32_t, std::size_t> allocations() const;

    /// The memory after `run(work_group&, const random_functor*, const random_memory&)` has run each group.
    template <class Run>
    random_memory run_all(const Run& run) const {
        work_group each = group;
        random_memory after = memory;
        std::array<std::uint32_t*, random_memory::array_count> at;
        std::ranges::transform(after.arrays(), at.begin(), [](auto* array) { return array->data(); });
        const random_functor functor = arguments(at);
        for (unsigned g = 0; g < groups; ++g) {
            if (!basic()) each.group_id[0] = g;
            std::ranges::fill(each.local_memory, 0);
            run(each, &functor, std::as_const(after));
        }
        return after;
    }

    random_kind kind;
    work_group group;
    bool small_ids = false;  // none above 2^30
    random_memory memory;    // before the launch
    std::uint32_t n, m;
    std::array<std::int16_t, table_size> table;
    std::array<std::uint64_t, plane_count> plane_starts;  // in words

private:
    std::uint64_t launched_items() const { return (basic() ? 1 : groups) * group.items(); }
    void choose_first_id(std::mt19937_64& random, unsigned axis);
};

}  // namespace ndweave::compiler::testing

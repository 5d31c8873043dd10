/// What a random kernel runs with: its group, its arguments and its memory. Shared by all who run one.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "compiler/tests/passes/work_group.hpp"
#include "random_kernel.hpp"

namespace ndweave::compiler::testing {

/// Everything that a random kernel reads and writes, but its local memory.
struct random_memory {
    std::vector<std::uint32_t> input = std::vector<std::uint32_t>(input_size);
    std::vector<std::uint32_t> output, own, sums = std::vector<std::uint32_t>(sum_count);

    bool operator==(const random_memory&) const = default;

    std::array<std::span<const std::byte>, 4> all() const;
};

/// Where two ways to run a kernel differ first: "output 3 of work-item 17 (5, not 7)".
std::string first_difference(const random_memory& got, const random_memory& expected);

struct random_setting {
    static constexpr unsigned groups = 2;  // of the launch, along axis 0; a basic kernel's range runs as often

    explicit random_setting(std::mt19937_64& random, std::span<const std::uint32_t> sub_group_sizes);

    bool basic() const { return kind == random_kind::basic; }
    random_shape shape() const { return {kind, static_cast<unsigned>(group.items()), group.sub_group_size}; }

    /// The arguments, without pointers.
    random_functor arguments() const;

    /// The memory after `run(work_group&, const random_functor*, const random_memory&)` has run each group.
    template <class Run>
    random_memory run_all(const Run& run) const {
        work_group each = group;
        random_memory after = memory;
        random_functor functor = arguments();
        functor.input = after.input.data();
        functor.output = after.output.data();
        functor.sums = after.sums.data();
        functor.own = after.own.data();
        for (unsigned g = 0; g < groups; ++g) {
            each.group_id[0] = g;
            run(each, &functor, std::as_const(after));
        }
        return after;
    }

    random_kind kind;
    work_group group;
    bool small_ids = false;  // none above 2^30
    random_memory memory;    // before the launch
    std::uint32_t n, m;

private:
    void choose_first_id(std::mt19937_64& random, unsigned axis);
};

}  // namespace ndweave::compiler::testing

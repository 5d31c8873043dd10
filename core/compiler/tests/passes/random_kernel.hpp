/// Random kernels without data races, whose barriers all work-items of a group reach: any two ways to run one must
/// agree bit for bit.
///
/// Nested uniform and divergent branches and loops, strided ones among them, breaks, barriers where control flow is
/// converged (and the case of unequal trip counts with equal barrier counts), exchanges through local memory, private
/// arrays, atomics, early uniform returns.
#pragma once

#include <cstdint>
#include <vector>

#include "machine_code.hpp"

namespace ndweave::compiler::testing {

/// What a random kernel takes as its functor.
struct random_functor {
    const std::uint32_t* input;  // `input_size` values, never written
    std::uint32_t* output;       // `outputs_per_item` values for every work-item, by its linear global id
    std::uint32_t* sums;         // `sum_count` values, changed by atomics only
    std::uint32_t n;             // 0..7, and 0..7: trip counts that the compiler does not know
    std::uint32_t m;
};

constexpr unsigned input_size = 256;
constexpr unsigned outputs_per_item = 8;
constexpr unsigned sum_count = 4;

/// The kernel of a seed for groups of at most 1024 work-items, with or without barriers.
kernel_text random_kernel(std::uint64_t seed, unsigned group_items, bool barriers);

}  // namespace ndweave::compiler::testing

/// Random kernels without data races, whose barriers all work-items of a group reach: any two ways to run one must
/// agree bit for bit.
///
/// Statements are drawn from the lists of random_branches (if, switch, returns), random_loops (counted, strided, by
/// pointer), random_exchange (local memory, barriers, sub-groups) and random_private (private arrays, of words, rows,
/// structs and doubles); operands from random_values and random_arithmetic (8 to 64 bits, floats, short vectors).
/// Barriers stand where control flow is converged, and in loops of unequal trip counts with equal barrier counts.
#pragma once

#include <cstdint>

#include "compiler/tests/passes/kernel_text.hpp"

namespace ndweave::compiler::testing {

/// What a random kernel takes as its functor.
struct random_functor {
    const std::uint32_t* input;  // `input_size` values, never written
    std::uint32_t* output;       // `outputs_per_item` values for every work-item, by its linear global id
    std::uint32_t* sums;         // `sum_count` values, changed by atomics only
    std::uint32_t n;             // 0..7, and 0..7: trip counts that the compiler does not know
    std::uint32_t m;
    std::uint32_t* own;       // one value for every work-item, which basic kernels have instead of local memory
    std::uint32_t first[3];   // ids of a basic kernel's first work-item
    std::uint32_t extent[3];  // work-items of a basic kernel
};

enum class random_kind { basic, without_barriers, with_barriers };

/// What a kernel is made for: a group of `items` work-items, at most 1024, or a basic kernel's range of as many.
struct random_shape {
    random_kind kind;
    unsigned items;
    unsigned sub_group_size;
};

constexpr unsigned input_size = 256;
constexpr unsigned outputs_per_item = 12;
constexpr unsigned sum_count = 8;
constexpr unsigned local_bytes_per_item = 16;  // of local memory that a kernel uses, and 64 bytes

kernel_text random_kernel(std::uint64_t seed, const random_shape& shape);

}  // namespace ndweave::compiler::testing

/// Random kernels without data races, whose barriers all work-items of a group reach: any two ways to run one must
/// agree bit for bit.
///
/// Nested uniform and divergent branches and loops, strided ones among them, breaks, barriers where control flow is
/// converged (and the case of unequal trip counts with equal barrier counts), exchanges through local memory, private
/// arrays (of whole elements, and of elements that are accessed by parts), atomics, early uniform returns.
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
    std::uint32_t* own;       // one value for every work-item, which basic kernels have instead of local memory
    std::uint32_t first[3];   // ids of a basic kernel's first work-item
    std::uint32_t extent[3];  // work-items of a basic kernel
};

enum class random_kind { basic, without_barriers, with_barriers };

constexpr unsigned input_size = 256;
constexpr unsigned outputs_per_item = 8;
constexpr unsigned sum_count = 4;

/// The kernel of a seed for groups of at most 1024 work-items, or a basic one for a range of as many.
kernel_text random_kernel(std::uint64_t seed, unsigned group_items, random_kind kind);

}  // namespace ndweave::compiler::testing

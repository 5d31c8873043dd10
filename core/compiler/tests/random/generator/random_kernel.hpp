/// Random kernels without data races, whose barriers all work-items of a group reach: any two ways to run one must
/// agree bit for bit. README.md says by which rules.
///
/// Operands come from random_integers (8 to 64 bits), random_arithmetic (floats, short vectors), random_reals and
/// random_values; statements from random_private (private arrays), random_aliases (pointers that alias),
/// random_atomics, random_sub_groups, random_exchange (local memory), random_group_functions, random_calls,
/// random_branches (if, switch, returns), random_loops and random_shapes (what compilers got wrong before). A
/// random_profile weighs them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "compiler/tests/passes/kernel_text.hpp"

namespace ndweave::compiler::testing {

constexpr unsigned input_size = 256;
constexpr unsigned outputs_per_item = 18;
constexpr unsigned sum_count = 16, wide_sum_count = 8;
constexpr unsigned table_size = 8, plane_count = 8, plane_rows = 3;
constexpr unsigned record_bytes = 32, records_shift = 16;

/// Of local memory, that a kernel uses.
constexpr unsigned local_bytes_per_item = 32;
constexpr unsigned local_bytes_per_group = 256;

/// What a random kernel takes as its functor.
struct random_functor {
    const std::uint32_t* input;  // `input_size` values, never written
    std::uint32_t* output;       // `outputs_per_item` values for every work-item, by its linear global id
    std::uint32_t* sums;         // `sum_count` values, changed by atomics only
    std::uint32_t n;             // 0..7, and 0..7: trip counts that the compiler does not know
    std::uint32_t m;
    std::uint32_t* own;              // one value for every work-item, which basic kernels have instead of local memory
    std::uint32_t first[3];          // ids of a basic kernel's first work-item
    std::uint32_t extent[3];         // work-items of a basic kernel
    std::uint64_t* wide_sums;        // `wide_sum_count` values, changed by atomics only
    std::uint64_t total;             // work-items of the launch
    std::int16_t table[table_size];  // a captured array, of small numbers
    std::byte* records;              // `record_bytes` for every work-item, by its linear global id
    std::byte* records_again;        // `records` and `records_shift` bytes
    std::uint32_t*
        planes[plane_count];  // each points to row 0 or 1 of three rows of `total` values, of which a work-item uses
                              // its own column; some may point to the same rows or to neighbours of them
};

enum class random_kind { basic, without_barriers, with_barriers };

/// What a kernel is made for: a group of `items` work-items, at most 1024, or a basic kernel's range of as many.
struct random_shape {
    random_kind kind;
    unsigned items;
    unsigned sub_group_size;
    bool halves = true;  // else float takes their place, for targets without them
};

kernel_text random_kernel(std::uint64_t seed, const random_shape& shape);

}  // namespace ndweave::compiler::testing

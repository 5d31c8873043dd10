/// The memory that a random kernel gets, and what it looks like as a functor.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "random_kernel.hpp"

namespace ndweave::compiler::testing {

class random_data {
public:
    static constexpr unsigned array_count = 7;

    /// Random input for a launch of `items` work-items in all.
    random_data(std::mt19937_64& random, std::uint64_t items);

    /// The kernel writes all but the first of them. Multiples of 8 bytes.
    std::span<std::byte> array(unsigned which);
    std::span<const std::byte> array(unsigned which) const;
    static bool is_written(unsigned which) { return which != 0; }

    /// With array number k at `at[k]`, here or on a device.
    random_functor functor(const std::array<std::byte*, array_count>& at) const;

    /// With the arrays where they are.
    random_functor functor();

    /// Of basic kernels: the first work-item, and how many there are.
    void set_range(const std::uint64_t (&first)[3], const std::uint32_t (&extent)[3]);

    /// Where the two differ first, in words; none where they are the same.
    std::optional<std::string> difference(const random_data& other) const;

private:
    std::array<std::vector<std::uint64_t>, array_count> arrays_;
    random_functor numbers_{};  // its pointers are not used
    std::array<std::uint64_t, plane_count> plane_starts_{};  // in words
};

}  // namespace ndweave::compiler::testing

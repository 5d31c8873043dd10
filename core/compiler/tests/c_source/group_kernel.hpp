/// A kernel of one work-group as OpenCL C for devices that run the work-items in loops, and what it writes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "compiler/tests/c_source/kernel.hpp"

namespace ndweave::compiler::testing {

constexpr std::uint32_t group_items = 128;

/// The kernel from its first instructions, which name the functor's fields (%in, %out, %n), local memory (%m), the
/// work-item (%l, %wide), its places in the arrays (%from, %to, %place) and its number (%x).
std::string group_kernel_text(const std::string& rest);

/// For a group of `group_items` along an axis.
ndw_compile_request group_request(unsigned axis = 0);

using expected_value = std::function<std::uint32_t(std::uint32_t item, std::uint32_t n)>;

/// For in[i] = 3 * i + 1, of a group along an axis; skips where no OpenCL device is.
void expect_results(const std::string& rest, const expected_value& expected, unsigned axis = 0);

}  // namespace ndweave::compiler::testing

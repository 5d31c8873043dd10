/// Constructs as a kernel.
#pragma once

#include <span>
#include <string>

#include "construct.hpp"

namespace ndweave::compiler::testing {

/// What the functor has of each construct: the addresses of its operands and of its results.
inline constexpr unsigned pointers_of_construct = 4;

/// A basic kernel of one dimension of the file construct.cpp, whose work-items do each of `members` on their elements.
/// The operands are `%a`, .. of a function of its own, which is inlined.
std::string kernel_of(std::span<const construct> members);

}  // namespace ndweave::compiler::testing

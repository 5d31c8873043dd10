/// A random kernel with its group and arguments, to be run in several ways.
#pragma once

#include <cstdint>

namespace ndweave::compiler::testing {

/// Makes the kernel of the seed and runs it as the engine would: by one of its strategies, in one case of eight in
/// check mode too, in another on fibers. Each must do what the serial interpreter does, bit for bit; throws
/// std::exception where one does not.
void check_random_case(std::uint64_t seed);

}  // namespace ndweave::compiler::testing

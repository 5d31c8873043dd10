/// Which commands of a seed that fails are enough to make it fail.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace ndweave::testing {

/// Leaves out as many of the commands as it finds before the time is over: large parts first. What is left `fails`.
std::vector<std::size_t> shrink(std::vector<std::size_t> commands, unsigned seconds,
                                const std::function<bool(const std::vector<std::size_t>& kept)>& fails);

}  // namespace ndweave::testing

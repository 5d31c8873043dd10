/// The measuring loop of BabelStream, the same for every programming model.
#pragma once

#include <functional>

#include "app.hpp"
#include "stream.hpp"

namespace ndweave::apps::babelstream {

struct settings {
    std::size_t elements;
    int iterations;
    int most = 0;  // more of them than `iterations`, until the run has enough; 0: no more
};

/// Reads `s` and `n` (else upstream's 100, and more where they take no time); `gpu`: size "paper" is upstream's default
/// on a CPU and large enough for a GPU's caches otherwise.
settings settings_of(const context&, bool gpu);

/// Runs copy, mul, add, triad, dot in turn, then nstream alone, verifies, and gives one row for each.
template <class T>
std::vector<result> drive(const context&, const settings&, stream<T>&);

}  // namespace ndweave::apps::babelstream

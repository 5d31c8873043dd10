/// What the ndweave version and its peers share: input, work counts and the shape of the answer.
#pragma once

#include <vector>

#include "app.hpp"
#include "deck.hpp"
#include "meter.hpp"
#include "verify.hpp"

namespace ndweave::apps::minibude {

/// The deck that the run's parameters name (`deck`, `poses`), by the run's size where they don't.
deck make_deck(const context&);

/// Floating-point operations of one evaluation of all poses with `ppwi` poses a work-item, counted as upstream counts
/// them.
double operations(const deck&, int ppwi);

/// Bytes that any evaluation of all poses moves at least: poses and atoms in, energies out.
double min_traffic(const deck&);

/// The row: samples of the best configuration, the figure in GFLOP/s, interactions a second in the notes.
result make_result(const deck&, int ppwi, timing, const std::vector<float>& energies, const reference_energies&);

constexpr std::size_t max_reference_poses = 512;

/// The OpenMP peer.
std::vector<result> run_native(const context&);

}  // namespace ndweave::apps::minibude

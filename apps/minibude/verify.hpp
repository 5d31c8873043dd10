/// Energies against a reference, as upstream's tolerance means it.
#pragma once

#include <vector>

#include "app.hpp"
#include "deck.hpp"

namespace ndweave::apps::minibude {

/// The deck's reference energies, or where it has none those of at most `most` poses, evenly spread, from a serial
/// evaluation in double precision. `indices[i]` is the pose of `energies[i]`.
struct reference_energies {
    std::vector<std::size_t> indices;
    std::vector<double> energies;
};
reference_energies reference_of(const deck&, std::size_t most);

/// Largest difference, in percent of the reference's magnitude, over the poses whose energies are not both below 1.
/// (Upstream divides by the signed reference, so that a negative one can never fail; a NaN fails here.)
verification verify(const std::vector<float>& energies, const reference_energies&);

}  // namespace ndweave::apps::minibude

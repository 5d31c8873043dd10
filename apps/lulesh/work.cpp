#include "work.hpp"

#include <cmath>

namespace ndweave::apps::lulesh {
namespace {

/// Bytes of an element: the corners' node numbers and forces twice each, 33 doubles, and the neighbours.
constexpr double element_bytes = (8 * 4 + 6 * 8 + 8 * 24) + 8 * 24 + (8 * 4 + 12 * 8) + (4 + 6 * 5 + 20 * 8);
/// Of a node: positions and velocities thrice.
constexpr double node_bytes = 48 + (8 * 4 + 8 + 1 + 4 * 24) + 48;

/// Operations of an element or a node.
constexpr double corner_forces = 1614, move_node = 39, kinematics = 673;
constexpr double update = 121, repetition = 50;  // with one evaluation of the equation of state; of each further one

}  // namespace

work work_of(int edge, const std::vector<region_class>& regions, std::int32_t steps) {
    const double elements = std::pow(edge, 3), nodes = std::pow(edge + 1, 3);
    double repetitions = 0;
    for (const region_class& c : regions) repetitions += (c.repetitions - 1) * static_cast<double>(c.elements.size());
    return {steps * (element_bytes * elements + node_bytes * nodes),
            steps * ((corner_forces + kinematics + update) * elements + repetition * repetitions + move_node * nodes)};
}

}  // namespace ndweave::apps::lulesh

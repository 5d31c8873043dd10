/// Time steps on the device.
#pragma once

#include <functional>
#include <ndweave/graph.hpp>
#include <optional>
#include <stdexcept>

#include "fields.hpp"

namespace ndweave::apps::cloverleaf {

/// A step became shorter than the problem allows: the gas is out of hand.
struct step_too_short : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Fills the ghosts of the initial state: before the first step.
void prepare(queue&, const fields&);

/// Submits one step: 14 launches, no wait; with ranks six exchanges and a reduction as well. The order of the two
/// sweeps of the remap alternates from step to step, so that neither axis is favoured.
void submit_step(queue&, fields&, const problem&, bool x_first);

/// Two steps, one of each order, recorded as a graph where launches are dear and nothing else happens between them: on
/// GPUs, of one rank. Two, because a step swaps the time levels.
class two_steps {
public:
    two_steps(queue&, fields&, const problem&);

    /// Submits both where there is a graph.
    bool submit(queue&) const;

private:
    std::optional<command_graph<graph_state::executable>> graph_;
};

/// Steps until the problem's end time or step; returns their number, the queue drained. The host reads the clock only
/// when the steps that are certain to come are used up: no step is longer than the problem's largest.
std::int64_t run_to_end(queue&, fields&, const problem&, const two_steps&,
                        const std::function<void(double fraction)>& progress);

/// Waits, then reads the clock.
clock_state read_clock(const fields&);

}  // namespace ndweave::apps::cloverleaf

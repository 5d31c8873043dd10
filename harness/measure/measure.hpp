/// One measurement, from request to records.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "measure/ask.hpp"
#include "measure/measurement.hpp"
#include "record/record.hpp"

namespace ndweave::harness {

/// Whether the measurement is one of an app of this program, in one process: such can take turns.
bool can_take_turns(const measurement&);

/// Measures and reports the outcome; there is always at least one record. Throws apps::usage_error where the app
/// refuses its parameters. `context` is the run's (machine/run_context.hpp): it names the host.
std::vector<record> measure_records(const measurement&, const json& context, const turn_place&,
                                    const std::function<void(const std::string&)>& progress);

/// What happened to a worker that failed: "no answer within 5 s (--timeout); standard error ends with: …".
std::string describe_failure(const measurement&, const answer&);

}  // namespace ndweave::harness

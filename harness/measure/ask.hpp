/// Asks a worker (measure/worker.hpp), a child process, and reads its answer.
#pragma once

#include <functional>
#include <string>

#include "measure/measurement.hpp"
#include "measure/turns/turn_order.hpp"
#include "system/child.hpp"

namespace ndweave::harness {

/// The outcome of a request.
struct answer {
    child_result child;
    json last;  // the worker's last line: {"device", "records"}, {"devices"} or {"error": {"kind", "message"}}; else
                // null
};

/// Runs one measurement in a worker, in turns with others where it has a place. `progress` is called with what the app
/// reports; may be empty.
answer ask_to_measure(const measurement&, const turn_place&, const std::function<void(const std::string&)>& progress);

/// The same; `on_kernel` is called with every kernel that becomes ready, as kernel_json() makes it. No progress.
answer ask_to_explain(const measurement&, const std::function<void(const json&)>& on_kernel);

/// The devices of one backend, found in a separate worker because a driver may crash.
answer ask_for_devices(const std::string& backend);

/// variable_reports() of a separate worker: the environment variables and whether they are honoured.
answer ask_for_variables();

/// Why `ask_for_devices` found none, and the remedy; empty where it found some.
std::string why_no_devices(const answer&);

}  // namespace ndweave::harness

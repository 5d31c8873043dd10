/// Asks a worker (measure/worker.hpp), a child process, and reads its answer.
#pragma once

#include <functional>
#include <string>

#include "measure/measurement.hpp"
#include "system/child.hpp"

namespace ndweave::harness {

/// What came of a request.
struct answer {
    child_result child;
    json last;  // the worker's last line: {"device", "records"}, {"devices"} or {"error": {"kind", "message"}}; else
                // null
};

/// Runs one measurement in a worker. `progress` is called with what the app reports; may be empty.
answer ask_to_measure(const measurement&, const std::function<void(const std::string&)>& progress);

/// The same; `on_kernel` is called with every kernel that gets ready, as kernel_json() makes it. No progress.
answer ask_to_explain(const measurement&, const std::function<void(const json&)>& on_kernel);

/// The devices of one backend, found in a worker of its own, for a driver may crash.
answer ask_for_devices(const std::string& backend);

/// The variables of the environment and what becomes of them, as variable_reports() tells, in a worker of its own.
answer ask_for_variables();

/// Why `ask_for_devices` found none, and what to do; empty where it found some.
std::string why_no_devices(const answer&);

}  // namespace ndweave::harness

/// One row of `benchmarks[]`: what a record says (schema.json is its exact form).
#pragma once

#include <string>

#include "app.hpp"
#include "measure/measurement.hpp"

namespace ndweave::harness {

/// The device and machine that a row was measured on.
struct row_origin {
    std::string device;  // name
    std::string hw_id;
    std::string env_id;
    std::string driver = {};  // of the device: its version, or the kernel compiler's; empty where none is known
};

/// A measured row: status "ok", "unverified" or "invalid". An invalid one carries no time and no figure.
json measured_row(const measurement&, const row_origin&, const apps::result&);

/// A row for a measurement that gave nothing: status "crashed", "timeout", "error" or "unavailable".
json failed_row(const measurement&, const row_origin&, const std::string& status, const std::string& reason);

/// Results travel from the child to its parent as JSON.
json to_json(const apps::result&);
apps::result result_from(const json&);

}  // namespace ndweave::harness

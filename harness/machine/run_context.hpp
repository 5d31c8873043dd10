/// The `context` of a results file.
#pragma once

#include "record/safe_json.hpp"

namespace ndweave::harness {

/// Who measured, with what and on what: written once per run, at its start.
json run_context();

}  // namespace ndweave::harness

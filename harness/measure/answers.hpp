/// How a process that measures answers the harness that started it: JSON, a line each.
#pragma once

#include <string>

#include "record/safe_json.hpp"

namespace ndweave::harness {

/// Where `say` writes to. `prefix` tells answers from what else the process prints there.
void answer_on(int descriptor, std::string prefix = "");

/// Writes a line, whole; ends the process where nobody reads it any more. By several threads.
void say(const json& line);

json error_answer(const std::string& kind, const std::string& message);

}  // namespace ndweave::harness

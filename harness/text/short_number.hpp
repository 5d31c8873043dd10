/// Numbers for people.
#pragma once

#include <string>

namespace ndweave::harness {

/// Three to four significant digits: "4301", "46.1", "0.0123".
std::string short_number(double value);

}  // namespace ndweave::harness

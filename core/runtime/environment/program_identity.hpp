/// Which program this process runs.
#pragma once

#include <string>

namespace ndweave::detail {

/// The executable as it is now: its path, size and time of last modification. Empty where the system does not tell.
std::string program_identity();

}  // namespace ndweave::detail

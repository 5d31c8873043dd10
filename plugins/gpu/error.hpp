/// The calling thread's last failure.
#pragma once

#include <cstdint>
#include <string>

#include "ndweave/plugin.h"

namespace ndweave::gpu {

/// Remembers the text; gives `status` back.
int fail(ndw_status status, std::string text);

/// NDW_OK for the driver's success; otherwise the status that its code means, with the text "<doing> failed: <driver's
/// words>".
int check(int code, const char* doing);

/// The same for a driver's compiler or assembler: what it refuses is NDW_BUILD_FAILED, with its log.
int check_build(int code, const char* log);

/// ndw_plugin::last_error.
std::uint64_t last_error(char* text, std::uint64_t size);

}  // namespace ndweave::gpu

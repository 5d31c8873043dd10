/// The calling thread's last failure.
#pragma once

#include <cstdint>
#include <string>

#include "ndweave/plugin.h"

namespace ndweave::gpu {

/// Stores the text and returns `status`.
int fail(ndw_status status, std::string text);

/// NDW_OK for the driver's success; otherwise the status of its code, with the text "<doing> failed: <driver's
/// message>".
int check(int code, const char* doing);

/// The same for a driver's compiler or assembler: what it rejects is NDW_BUILD_FAILED, with its log.
int check_build(int code, const char* log);

/// ndw_plugin::last_error.
std::uint64_t last_error(char* text, std::uint64_t size);

}  // namespace ndweave::gpu

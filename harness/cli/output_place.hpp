/// Output files of a command.
#pragma once

#include <string>

namespace ndweave::harness {

/// Throws apps::usage_error, with the option that named it, where the file at `path` cannot be written; an empty
/// path is ignored. Commands check first, so that only a full disk can fail later.
void check_place(const std::string& path, const char* option);

}  // namespace ndweave::harness

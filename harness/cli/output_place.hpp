/// Places that a command is asked to write to.
#pragma once

#include <string>

namespace ndweave::harness {

/// Throws apps::usage_error, with the option that named it, where the file at `path` cannot be written; empty is none.
/// For commands to ask before they do anything: what fails later is a full disk.
void check_place(const std::string& path, const char* option);

}  // namespace ndweave::harness

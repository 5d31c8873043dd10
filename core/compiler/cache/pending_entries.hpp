/// Entries that a launch made and that are written to the disk behind it. Thread-safe.
#pragma once

#include <string>

#include "compiler/cache/entry_format.hpp"

namespace ndweave::compiler::cache {

/// Remembers an entry of the cache in `directory`.
void store_later(std::string directory, std::string key, entry what);

/// Writes what was remembered. Of threads that call it at once, each writes a part.
void write_pending();

}  // namespace ndweave::compiler::cache

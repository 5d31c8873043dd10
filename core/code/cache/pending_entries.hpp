/// Entries that a launch made and that are written to the disk behind it. Thread-safe.
#pragma once

#include <string>

#include "code/cache/entry_format.hpp"

namespace ndweave::code::cache {

/// Remembers an entry of the cache in `directory`.
void store_later(std::string directory, std::string key, entry what);

/// Writes what was remembered, without waiting for what another thread is writing.
void write_pending();

}  // namespace ndweave::code::cache

/// Compiled kernels on disk, per user. Many processes may use one cache at once.
///
/// The directory is $NDWEAVE_CACHE_DIR, else $XDG_CACHE_HOME/ndweave, else ~/.cache/ndweave; it is made with mode 0700.
/// A directory or file that belongs to another user, is writable by others or is a symbolic link is not used. A file
/// appears under its name only when it is whole (written elsewhere, then renamed). Nothing here fails: what cannot be
/// read is a miss, what cannot be written is not kept.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "code/cache/entry_format.hpp"

namespace ndweave::code::cache {

/// Where the cache lies; empty where the environment gives no place.
std::string directory();

/// Why nothing is kept in a directory, which is made where it is not there; empty where something is.
std::string problem(const std::string& directory);

std::optional<entry> load(const std::string& directory, std::string_view key);
void store(const std::string& directory, std::string_view key, const entry& what);

}  // namespace ndweave::code::cache

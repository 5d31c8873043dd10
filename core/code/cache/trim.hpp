/// Keeps the disk cache within its bound.
#pragma once

#include <cstdint>

namespace ndweave::code::cache {

/// What may lie in a cache: $NDWEAVE_CACHE_MIB mebibytes, else 1024.
std::uint64_t max_bytes();

/// Removes the files of the cache in `directory` (a descriptor) that were used longest ago, until the rest takes at
/// most `most` bytes; and unfinished ones of more than an hour, whose writers have died. Other files stay. What cannot
/// be removed stays. A file's time of last modification is when it was used last (mark_used).
void trim(int directory, std::uint64_t most);

/// Notes that the file of an entry was used, to the day.
void mark_used(int file, std::int64_t modified);

}  // namespace ndweave::code::cache

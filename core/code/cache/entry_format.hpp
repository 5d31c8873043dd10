/// How a compiled kernel lies on disk.
///
///     magic "NDWKERN\n" · key · payload length · checksum of the payload · payload
///
/// The payload is the entry. Integers are little-endian 64-bit.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "code/artifact.hpp"

namespace ndweave::code::cache {

std::string encode(std::string_view key, const entry& what);

/// Nothing where the bytes are not a whole entry of this version under `key`.
std::optional<entry> decode(std::string_view key, std::string_view bytes);

}  // namespace ndweave::code::cache

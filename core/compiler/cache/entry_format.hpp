/// How a compiled kernel lies on disk.
///
///     magic "NDWKERN\n" · key · payload length · checksum of the payload · payload
///
/// The payload is the artifact and its report. Integers are little-endian 64-bit.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <optional>
#include <string>

#include "compiler/codegen/target.hpp"

namespace ndweave::compiler::cache {

struct entry {
    artifact made;
    std::string report;            // JSON
    std::uint64_t made_in_us = 0;  // processor time of the compilation
};

std::string encode(llvm::StringRef key, const entry& what);

/// Nothing where the bytes are not a whole entry of this version under `key`.
std::optional<entry> decode(llvm::StringRef key, llvm::StringRef bytes);

}  // namespace ndweave::compiler::cache

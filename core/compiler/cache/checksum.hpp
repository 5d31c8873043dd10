/// XXH3 in 128 bits: tells bytes apart that nobody made to be alike, at memory's speed. SHA-256 (sha256.hpp) takes
/// 0.4 ms for 100 KB, as much as the driver takes to load such a kernel.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Endian.h>
#include <llvm/Support/xxhash.h>

#include <array>
#include <cstdint>

namespace ndweave::compiler::cache {

using checksum = std::array<std::uint8_t, 16>;

inline checksum checksum_of(llvm::StringRef bytes) {
    const llvm::XXH128_hash_t hash = llvm::xxh3_128bits(llvm::ArrayRef(bytes.bytes_begin(), bytes.size()));
    checksum result;
    llvm::support::endian::write64le(result.data(), hash.low64);
    llvm::support::endian::write64le(result.data() + 8, hash.high64);
    return result;
}

}  // namespace ndweave::compiler::cache

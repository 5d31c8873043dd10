#include "code/cache/hash.hpp"

#define XXH_INLINE_ALL  // no library to link
#include <xxhash.h>

#include <cstring>

namespace ndweave::code::cache {

namespace {

checksum canonical(XXH128_hash_t hash) {
    XXH128_canonical_t bytes;
    XXH128_canonicalFromHash(&bytes, hash);
    checksum result;
    static_assert(sizeof result == sizeof bytes.digest);
    std::memcpy(result.data(), bytes.digest, result.size());
    return result;
}

}  // namespace

checksum checksum_of(std::string_view bytes) { return canonical(XXH3_128bits(bytes.data(), bytes.size())); }

std::string hash_text(std::string_view bytes) {
    constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (const XXH64_hash_t seed : {1, 2}) {
        for (const std::uint8_t byte : canonical(XXH3_128bits_withSeed(bytes.data(), bytes.size(), seed)))
            (text += digits[byte / 16]) += digits[byte % 16];
    }
    return text;
}

}  // namespace ndweave::code::cache

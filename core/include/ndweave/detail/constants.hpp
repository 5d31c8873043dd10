/// Values that a launch gives to specialization constants (SYCL 2020, 4.9.5): the kernel compiler makes them constants
/// of the kernel's code, a variant of its own for each set of values.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ndweave/detail/export.hpp"

namespace ndweave::detail {

/// A set of keys and the bytes of their values. There is one of each contents, and it stays as long as the process.
class constant_set;

/// The set with this value in it as well, in the place of another one of the key. `of` may be null, the empty set.
NDWEAVE_EXPORT const constant_set* with_constant(const constant_set* of, std::uint64_t key, const void* value,
                                                 std::size_t bytes);

/// Copies the value to `value`, if the set, which may be null, has one of that key and size.
NDWEAVE_EXPORT bool read_constant(const constant_set*, std::uint64_t key, void* value, std::size_t bytes) noexcept;

/// Both sets; values of `second` where both have a key. May be null.
NDWEAVE_EXPORT const constant_set* merged(const constant_set* first, const constant_set* second);

/// The key of a constant, from the compiler's spelling of it.
constexpr std::uint64_t constant_key(const char* spelling) {
    std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a
    for (const char* c = spelling; *c != '\0'; ++c) {
        hash = (hash ^ static_cast<unsigned char>(*c)) * 0x100000001b3u;
    }
    return hash;
}

}  // namespace ndweave::detail

/// The arrays that random commands use: words of 32 bits in memory of several kinds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ndweave::testing {

enum class memory_kind { ordinary, host, shared, device };  // ordinary: the host's, without USM

struct array_setting {
    memory_kind kind;
    std::size_t device;  // whose USM it is
    std::size_t words;
};

/// Some bytes of an array.
struct slice {
    std::size_t array = 0, begin = 0, end = 0;

    std::size_t bytes() const { return end - begin; }
    std::size_t words() const { return bytes() / sizeof(std::uint32_t); }
    /// Its first bytes.
    slice first(std::size_t count) const { return {array, begin, begin + count}; }
};

inline bool overlap(const slice& a, const slice& b) { return a.array == b.array && a.begin < b.end && b.begin < a.end; }

/// Where the arrays lie: those of the devices, or the model's.
struct memory_view {
    std::vector<std::uint32_t*> arrays;

    unsigned char* bytes(const slice& s) const { return reinterpret_cast<unsigned char*>(arrays[s.array]) + s.begin; }
    std::uint32_t* words(const slice& s) const { return arrays[s.array] + s.begin / sizeof(std::uint32_t); }
};

}  // namespace ndweave::testing

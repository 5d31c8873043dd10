#include "transfer.hpp"

#include <algorithm>
#include <cstring>

namespace ndweave::apps::peaks {
namespace {

/// Behind what is copied: a copy must not write there.
constexpr std::size_t guard_bytes = 64;

/// SplitMix64 (G. Steele, D. Lea, C. Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014).
std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

std::vector<std::byte> contents(std::size_t bytes, std::uint64_t seed) {
    std::vector<std::byte> all(bytes);
    std::uint64_t state = mixed(seed + 1);
    for (std::size_t at = 0; at < bytes; at += sizeof state) {
        const std::uint64_t word = mixed(state += 0x9e3779b97f4a7c15);
        std::memcpy(all.data() + at, &word, std::min(sizeof word, bytes - at));
    }
    return all;
}

}  // namespace

transfer::transfer(queue& by, const link_end& from, const link_end& to, std::size_t bytes, copy_function copy)
    : by_(by), from_(from, bytes + guard_bytes), to_(to, bytes + guard_bytes), bytes_(bytes), copy_(copy) {
    refresh();
}

void transfer::refresh() {
    std::vector<std::byte> bytes = contents(bytes_ + guard_bytes, ++seed_);
    from_.write(bytes);
    for (std::byte& b : bytes) b = ~b;
    to_.write(bytes);
}

double transfer::wrong_bytes() const {
    const std::vector<std::byte> sent = contents(bytes_ + guard_bytes, seed_), found = to_.read();
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < bytes_; ++i) wrong += found[i] == sent[i] ? 0 : 1;
    for (std::size_t i = bytes_; i < found.size(); ++i) wrong += found[i] == ~sent[i] ? 0 : 1;
    return static_cast<double>(wrong);
}

}  // namespace ndweave::apps::peaks

#include "guarded_array.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ndweave::testing {

namespace {

constexpr std::size_t guard_words = 64;
constexpr std::uint32_t guard = 0xC0FFEE11;

}  // namespace

guarded_array::guarded_array(queue& q, std::span<const std::uint32_t> content, unsigned shift)
    : queue_(q),
      size_(content.size()),
      front_(guard_words + shift),
      memory_(malloc_device<std::uint32_t>(front_ + size_ + guard_words, q)) {
    if (!memory_) throw exception(errc::memory_allocation, "no memory for a random kernel's array");
    std::vector<std::uint32_t> whole(front_ + size_ + guard_words, guard);
    std::ranges::copy(content, whole.begin() + static_cast<std::ptrdiff_t>(front_));
    q.memcpy(memory_, whole.data(), whole.size() * sizeof(guard)).wait();
}

std::vector<std::uint32_t> guarded_array::read(const char* name) const {
    std::vector<std::uint32_t> whole(front_ + size_ + guard_words);
    queue_.memcpy(whole.data(), memory_, whole.size() * sizeof(guard)).wait();
    const auto begin = whole.begin() + static_cast<std::ptrdiff_t>(front_),
               end = begin + static_cast<std::ptrdiff_t>(size_);
    const auto changed = [](std::uint32_t word) { return word != guard; };
    const bool in_front = std::any_of(whole.begin(), begin, changed);
    if (in_front || std::any_of(end, whole.end(), changed))
        throw std::logic_error(std::string("memory ") + (in_front ? "in front of " : "behind ") + name +
                               " was written to");
    return {begin, end};
}

}  // namespace ndweave::testing

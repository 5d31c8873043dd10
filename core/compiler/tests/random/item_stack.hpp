/// The private memory of one interpreted work-item: its variables, with gaps between them, and which bytes of them it
/// has written.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "illegal_kernel.hpp"

namespace ndweave::compiler::testing {

class item_stack {
public:
    static constexpr std::size_t gap = 16;

    /// Room for variables of `bytes` in all, gaps and alignment to 16 bytes included.
    explicit item_stack(std::size_t bytes)
        : memory_(std::make_unique<std::byte[]>(bytes)), states_(bytes, state::outside) {}

    static std::size_t room_for(std::size_t bytes) { return (bytes + gap + 15) / 16 * 16; }

    std::byte* push(std::size_t bytes) {
        std::byte* const at = memory_.get() + used_;
        std::fill_n(states_.begin() + static_cast<std::ptrdiff_t>(used_), bytes, state::unwritten);
        used_ += room_for(bytes);
        return at;
    }

    /// How much is used, and back to that.
    std::size_t top() const { return used_; }
    void pop_to(std::size_t top) {
        std::fill(states_.begin() + static_cast<std::ptrdiff_t>(top),
                  states_.begin() + static_cast<std::ptrdiff_t>(used_), state::outside);
        used_ = top;
    }

    bool holds(const void* at) const {
        return reinterpret_cast<std::uintptr_t>(at) - reinterpret_cast<std::uintptr_t>(memory_.get()) < states_.size();
    }

    /// Throws illegal_kernel. Pre: holds(at).
    void look(const void* at, std::size_t bytes, bool writes) {
        const auto first = static_cast<std::size_t>(static_cast<const std::byte*>(at) - memory_.get());
        for (std::size_t b = first; b < first + bytes; ++b) {
            if (b >= states_.size() || states_[b] == state::outside) {
                throw illegal_kernel("an access beyond a private variable");
            }
            if (writes) states_[b] = state::written;
            if (states_[b] != state::written) throw illegal_kernel("a variable is read before it is written");
        }
    }

private:
    enum class state : std::uint8_t { outside, unwritten, written };

    std::unique_ptr<std::byte[]> memory_;
    std::vector<state> states_;
    std::size_t used_ = 0;
};

}  // namespace ndweave::compiler::testing

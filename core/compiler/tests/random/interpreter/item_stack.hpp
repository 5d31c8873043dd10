/// The private memory of one interpreted work-item: its variables, with gaps between them, and which bytes of them it
/// has written.
#pragma once

#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "compiler/tests/host_kernel.hpp"
#include "illegal_kernel.hpp"

namespace ndweave::compiler::testing {

class item_stack {
public:
    /// Room for variables of `bytes` in all, gaps and alignment included. They begin as zeros.
    explicit item_stack(std::size_t bytes) : memory_(bytes), states_(bytes, state::outside) {}

    static std::size_t room_for(std::size_t bytes) {
        return (bytes / alignment + 2) * alignment + (bytes > alignment ? vector_alignment : 0);
    }

    char* push(std::size_t bytes) {
        const std::size_t first = bytes > alignment ? llvm::alignTo(used_, vector_alignment) : used_;
        char* const at = memory_.data() + first;
        std::fill_n(states_.begin() + static_cast<std::ptrdiff_t>(first), bytes, state::unwritten);
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

    bool holds(const void* at) const { return offset_of(at) < states_.size(); }

    /// Throws illegal_kernel. Pre: holds(at).
    void look(const void* at, std::size_t bytes, bool writes) {
        const std::size_t first = offset_of(at);
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
    static constexpr std::size_t alignment = 64, vector_alignment = 512;  // the most that IR asks of any vector

    std::uintptr_t offset_of(const void* at) const { return reinterpret_cast<std::uintptr_t>(at) - begin_; }

    aligned_buffer<char> memory_;
    std::uintptr_t begin_ = reinterpret_cast<std::uintptr_t>(memory_.data());
    std::vector<state> states_;
    std::size_t used_ = 0;
};

}  // namespace ndweave::compiler::testing

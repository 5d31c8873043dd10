/// Pieces of work that nobody has begun.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

namespace ndweave::detail {

/// An interval of piece numbers from which several threads take at once, its owner at the front and others at the back.
class alignas(64) work_share {
public:
    /// Pre: empty. Whoever takes a piece sees what was written before.
    void offer(std::uint32_t begin, std::uint32_t end) { left_.store(packed(begin, end), std::memory_order_release); }

    std::optional<std::uint32_t> take_first() {
        return take([](std::uint32_t begin, std::uint32_t end) { return taken{begin, packed(begin + 1, end)}; });
    }
    std::optional<std::uint32_t> take_last() {
        return take([](std::uint32_t begin, std::uint32_t end) { return taken{end - 1, packed(begin, end - 1)}; });
    }

private:
    struct taken {
        std::uint32_t piece;
        std::uint64_t rest;
    };

    static constexpr std::uint64_t packed(std::uint32_t begin, std::uint32_t end) {
        return std::uint64_t{end} << 32 | begin;
    }

    template <class Choose>
    std::optional<std::uint32_t> take(const Choose& choose) {
        std::uint64_t now = left_.load(std::memory_order_relaxed);
        for (;;) {
            const auto begin = static_cast<std::uint32_t>(now), end = static_cast<std::uint32_t>(now >> 32);
            if (begin >= end) return std::nullopt;
            const taken t = choose(begin, end);
            // Where the share was offered anew since `now` was read and happens to be the same, the piece is of the
            // new offer, and seen as such.
            if (left_.compare_exchange_weak(now, t.rest, std::memory_order_acquire, std::memory_order_relaxed)) {
                return t.piece;
            }
        }
    }

    std::atomic<std::uint64_t> left_{0};  // the first in the low half, the end in the high half
};

}  // namespace ndweave::detail

/// Task numbers that no thread has started yet.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "cpu/tuning.hpp"

namespace ndweave::detail {

/// A lock-free interval of task numbers: its owner takes from the front, other threads steal from the back.
class alignas(tuning::cache_line_bytes) task_range {
public:
    /// Pre: empty. Whoever takes a task sees what was written before the push.
    void push(std::uint32_t begin, std::uint32_t end) { left_.store(packed(begin, end), std::memory_order_release); }

    std::optional<std::uint32_t> pop_front() {
        return take([](std::uint32_t begin, std::uint32_t end) { return taken{begin, packed(begin + 1, end)}; });
    }
    std::optional<std::uint32_t> steal_back() {
        return take([](std::uint32_t begin, std::uint32_t end) { return taken{end - 1, packed(begin, end - 1)}; });
    }

private:
    struct taken {
        std::uint32_t task;
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
            // ABA is harmless: if the same interval was pushed again since `now` was read, the task belongs to the new
            // push, and the acquire makes that push visible.
            if (left_.compare_exchange_weak(now, t.rest, std::memory_order_acquire, std::memory_order_relaxed)) {
                return t.task;
            }
        }
    }

    std::atomic<std::uint64_t> left_{0};  // begin in the low half, end in the high half
};

}  // namespace ndweave::detail

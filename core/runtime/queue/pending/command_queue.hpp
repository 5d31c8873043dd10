/// Commands on their way to a submission thread, in their order.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "cpu/tuning.hpp"
#include "runtime/device/device_impl.hpp"
#include "runtime/queue/pending/pending_command.hpp"

namespace ndweave::detail {

/// One thread at a time adds, one takes, and neither waits for the other. Commands lie in chunks of memory that go from
/// the taker back to the adder: what one thread allocates and another one frees costs more than the rest of a
/// submission.
class command_queue {
public:
    command_queue() = default;
    command_queue(const command_queue&) = delete;
    ~command_queue();

    // For whoever adds.

    /// Copies the functor, which is valid during the call only.
    void add_launch(const launch&);
    void add_copy(void* to, const void* from, std::size_t bytes);
    /// Copies the pattern.
    void add_fill(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count);
    /// Calls `function` with the device's queue; `what` describes it.
    void add_call(std::function<void(queue_impl&)> function, std::string what);

    /// Commands that were ever added.
    std::uint64_t added() const { return added_.load(std::memory_order_acquire); }

    // For whoever takes.

    bool empty() const { return taken_ == added(); }
    pending_command& front();
    /// The first one, which the caller destroys before it takes another.
    pending_command& take_front();
    /// From now on a command may be taken while others still exist.
    void keep_memory() { keeps_memory_ = true; }

private:
    static constexpr std::size_t slot_bytes = 512, chunk_slots = 32;
    static constexpr std::size_t usual_command_bytes = 256;  // a launch with few captures

    struct slot {
        alignas(128) std::byte memory[slot_bytes];
    };
    struct chunk {
        std::array<slot, chunk_slots> slots;
        chunk* next = nullptr;  // published by added_
    };

    template <class Command, class... Arguments>
    void emplace(Arguments&&...);
    void* free_slot();
    void fetch_next_slot();
    pending_command& command(std::size_t n) const;
    void leave_chunk();

    alignas(tuning::cache_line_bytes) chunk* tail_ = new chunk;
    std::size_t tail_slots_ = 0;  // in use
    alignas(tuning::cache_line_bytes) std::atomic<std::uint64_t> added_ = 0;
    alignas(tuning::cache_line_bytes) chunk* head_ = tail_;
    std::size_t head_slots_ = 0;  // taken
    std::uint64_t taken_ = 0;
    bool keeps_memory_ = false;
    std::vector<std::unique_ptr<chunk>> kept_;
    alignas(tuning::cache_line_bytes) std::atomic<chunk*> spare_ = nullptr;  // from the taker to the adder
};

}  // namespace ndweave::detail

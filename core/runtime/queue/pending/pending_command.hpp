/// Commands that wait in a submission thread.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "runtime/device/device_impl.hpp"

namespace ndweave::detail {

class pending_command {
public:
    virtual ~pending_command() = default;
    /// On the submission thread; `target` is the device's queue, which has got everything before this command.
    virtual void run(queue_impl& target) = 0;
    /// For errors: "kernel 'name'", "a copy of 4 bytes".
    virtual std::string describe() const = 0;
};

/// Commands in their order. Their memory is used again: what one thread allocates and another one frees costs more
/// than the rest of a submission.
class command_list {
public:
    command_list() = default;
    command_list(const command_list&) = delete;
    ~command_list();

    /// Copies the functor, which is valid during the call only.
    void add_launch(const launch&);
    void add_copy(void* to, const void* from, std::size_t bytes);
    /// Copies the pattern.
    void add_fill(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count);
    /// Calls `function` with the device's queue; `what` describes it.
    void add_call(std::function<void(queue_impl&)> function, std::string what);

    bool empty() const { return begin_ == end_; }
    pending_command& front() { return command(begin_); }
    /// The first one, which the caller destroys; the list has it no longer, but its memory.
    pending_command& take_front() { return command(begin_++); }
    /// Uses an empty list's memory anew. Commands that were taken have been destroyed.
    void reset();
    void swap(command_list&) noexcept;

private:
    static constexpr std::size_t slot_bytes = 512, chunk_slots = 16, kept_chunks = 64;

    struct slot {
        alignas(128) std::byte memory[slot_bytes];
    };
    using chunk = std::unique_ptr<slot[]>;

    template <class Command, class... Arguments>
    void emplace(Arguments&&... arguments) {
        static_assert(sizeof(Command) <= slot_bytes && alignof(Command) <= alignof(slot));
        if (end_ == chunks_.size() * chunk_slots) {
            chunks_.push_back(std::make_unique_for_overwrite<slot[]>(chunk_slots));
        }
        pending_command* const made = ::new (memory(end_)) Command(std::forward<Arguments>(arguments)...);
        static_cast<void>(made);  // at the address of its memory: its first base
        ++end_;
    }

    void* memory(std::size_t n) { return chunks_[n / chunk_slots][n % chunk_slots].memory; }
    pending_command& command(std::size_t n) { return *std::launder(static_cast<pending_command*>(memory(n))); }

    std::vector<chunk> chunks_;
    std::size_t begin_ = 0, end_ = 0;
};

}  // namespace ndweave::detail

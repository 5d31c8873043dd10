/// A device's queue whose commands and waits stand in the timeline.
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "ndweave/detail/function_ref.hpp"
#include "runtime/trace/command_group.hpp"
#include "runtime/trace/timeline.hpp"
#include "runtime/trace/wrapped_queue.hpp"

namespace ndweave::detail {

/// A queue for `device`, traced where there is a timeline.
std::unique_ptr<queue_impl> make_traced_queue(device_impl& device, bool profiling);

/// Submissions are in the row of the calling thread. Where the device runs commands later, what it does is in a row of
/// the queue's own: a command begins where the one before it ends, or where it is submitted. It ends where the device
/// says: for that an event is recorded behind it, which holds up the device for some µs; so commands that are known to
/// be short stand together.
class traced_queue final : public wrapped_queue {
public:
    /// `made` has events with times, unless it is synchronous.
    traced_queue(std::unique_ptr<queue_impl> made, const device_limits& device);
    ~traced_queue() override;

    void launch(const detail::launch&) override;
    void copy(void* to, const void* from, std::size_t bytes) override;
    void fill(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count) override;
    void wait() override;
    void run_graph(function_ref<void(queue_impl&)> function) override;

private:
    struct pending {
        std::shared_ptr<event_impl> end;  // null: what is expected of them is added to where they begin
        command_group commands;
    };

    void run(const interval& command, function_ref<void()> submit);
    /// Whether a command of a kind that is new follows: it stands alone, as does what was submitted long ago.
    bool announce(const command_kind&);

    // With the lock held:
    /// Closes the group of commands; with an event behind it where `marked`.
    void close(bool marked);
    /// Adds what has ended to the row, at most so much.
    void settle(std::size_t most);
    void add_to_row(const command_group&, std::int64_t end);
    const std::string* name_of(const kernel_record&);

    std::mutex mutex_;             // of the members below
    timeline_row* row_ = nullptr;  // null: the queue is synchronous
    double origin_seconds_ = 0;    // on the device's clock
    std::int64_t origin_ = 0;      // the same on ours
    std::int64_t busy_until_ = 0;
    std::int64_t marked_ = 0;  // when the last event was recorded
    command_group open_;
    command_times times_;
    std::deque<pending> pending_;
    std::unordered_map<const kernel_record*, const std::string*> names_;
};

}  // namespace ndweave::detail

/// A thread that submits a queue's commands later, in their order: all commands of an asynchronous CPU queue; of other
/// queues host tasks, what waits for work of another driver, and what follows those until they are through.
///
/// Its thread waits, so the submitting one need not, and one queue's wait delays no other queue. It blocks in the
/// driver's own wait for an event, which ends with an error where the work failed: no callback can be missed
/// (docs/decisions/098).
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "cpu/tuning.hpp"
#include "ndweave/detail/function_ref.hpp"
#include "runtime/device/device_impl.hpp"
#include "runtime/queue/pending/command_queue.hpp"

namespace ndweave::detail {

/// Commands are numbered from 1; a *position* is the number of the last command before a point in the queue's order.
/// After a command has failed, later ones are not run until `collect_error`: their events fail with the same error.
class submission_thread : public std::enable_shared_from_this<submission_thread> {
public:
    /// `keep` is destroyed after the last command has run.
    submission_thread(std::shared_ptr<queue_impl> target, std::shared_ptr<void> keep);
    ~submission_thread();
    submission_thread(const submission_thread&) = delete;

    /// `add` adds one command. Returns its number. Starts the thread at the first command. Throws
    /// errc::runtime in the child of a fork.
    std::uint64_t append(function_ref<void(command_queue&)> add);
    /// Returns when everything that was appended has run; ends the thread. That thread itself may call it, as where a
    /// host task has the last copy of its queue.
    void finish() noexcept;

    /// Of the last command that was appended.
    std::uint64_t appended() const { return commands_.added(); }
    /// Whether what is submitted now must go this way: behind commands that have not run yet, or that have failed.
    bool is_needed() const { return has_commands() || has_failed(); }
    /// Whether commands are skipped until the error is collected.
    bool has_failed() const { return is_failed_.load(std::memory_order_acquire); }
    /// Whether everything up to `position` has run, or was skipped after an error.
    bool has_passed(std::uint64_t position) const { return run_.load(std::memory_order_acquire) >= position; }
    /// Throws the error that `position`, which has passed, failed with.
    void check(std::uint64_t position);

    /// Returns when everything up to `position` has run; throws its first error. Throws errc::invalid if that can never
    /// be, since the caller is a host task that those commands wait for.
    void wait(std::uint64_t position);
    /// The same without errors of commands.
    void wait_until_passed(std::uint64_t position);
    /// The error that commands failed with and that was not collected, or null; later commands run again.
    std::exception_ptr collect_error();

    /// What the next command is called in errors; "a command" if there is none yet.
    std::string next_command();

    const std::shared_ptr<queue_impl>& target() const { return target_; }

    /// The submission thread that the calling thread is, or null.
    static submission_thread* current();

private:
    struct failure {
        std::uint64_t first, last;  // positions
        std::exception_ptr error;
    };

    bool has_commands() const { return run_.load(std::memory_order_acquire) != appended(); }
    void serve();
    void run_commands();
    bool wait_for_command();
    void run(pending_command&);
    void fail(std::exception_ptr);
    bool is_in_child() const;

    const std::shared_ptr<void> keep_;  // destroyed after the target, which waits for its work then
    const std::shared_ptr<queue_impl> target_;
    const std::uint32_t made_in_;  // fork count

    // Of those that append, and of the thread when it goes to sleep. Away from what the thread reads for each command.
    alignas(tuning::cache_line_bytes) std::mutex mutex_;
    bool sleeping_ = false, ending_ = false;
    std::thread thread_;
    command_queue commands_;
    std::condition_variable arrival_;
    std::vector<failure> failures_;  // in ascending order

    // Written by the thread, and polled by others.
    alignas(tuning::cache_line_bytes) std::atomic<std::uint64_t> run_ = 0;
    alignas(tuning::cache_line_bytes) std::atomic<bool> is_failed_ = false;  // commands are skipped
    std::atomic<bool> has_failures_ = false;                                 // at any time
};

}  // namespace ndweave::detail

/// Events of commands that a submission thread has not submitted yet.
#pragma once

#include <cstdint>
#include <memory>

#include "runtime/device/device_impl.hpp"
#include "runtime/queue/pending/submission_thread.hpp"

namespace ndweave::detail {

/// A position in a submission thread's order.
class pending_event final : public event_impl {
public:
    pending_event(std::shared_ptr<submission_thread> thread, std::uint64_t position)
        : thread_(std::move(thread)), position_(position) {}
    /// Appends a command that has the device's event recorded, for its time.
    static std::shared_ptr<pending_event> with_time(std::shared_ptr<submission_thread>);

    void wait() override;
    bool complete() override;
    double seconds() override;

    /// The device's event; null if the work is complete. Waits until the commands have been submitted, and throws their
    /// error. `blocking`: see queue_impl::record_blocking.
    std::shared_ptr<event_impl> submitted(bool blocking);

private:
    std::shared_ptr<submission_thread> thread_;
    std::uint64_t position_;
    std::shared_ptr<event_impl> recorded_;  // read after the position has passed
};

}  // namespace ndweave::detail

/// A command's event, for the threads that need it.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <stdexcept>

#include "ndweave/event.hpp"

namespace ndweave::testing {

/// That another thread went wrong; what went wrong is told there.
struct never_submitted : std::runtime_error {
    never_submitted() : std::runtime_error("a command that was to be waited for was not submitted") {}
};

class handed_event {
public:
    void set(const event& e) {
        const std::lock_guard lock(mutex_);
        event_ = e;
        changed_.notify_all();
    }
    /// There will be none, unless it is there.
    void abandon() {
        const std::lock_guard lock(mutex_);
        abandoned_ = true;
        changed_.notify_all();
    }
    /// Waits until the command is submitted, not until it has ended. Throws never_submitted.
    event get() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return event_ || abandoned_; });
        if (!event_) throw never_submitted();
        return *event_;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<event> event_;
    bool abandoned_ = false;
};

}  // namespace ndweave::testing

/// SYCL 2020 event (4.6.6): the completion of something submitted to a queue.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "ndweave/detail/export.hpp"

namespace ndweave {

class handler;

namespace detail {
class event_impl;
class queue_core;
}  // namespace detail

namespace info::event_profiling {
// Nanoseconds on the device's clock (SYCL 2020, 4.6.6.2).
struct command_submit {
    using return_type = std::uint64_t;
};
struct command_start {
    using return_type = std::uint64_t;
};
struct command_end {
    using return_type = std::uint64_t;
};
}  // namespace info::event_profiling

class NDWEAVE_EXPORT event {
public:
    /// A complete event.
    event() = default;

    /// Returns when the work is done; throws its errors and those of the work before it.
    void wait();
    void wait_and_throw() { wait(); }
    static void wait(const std::vector<event>& events);
    /// Whether the work is done, with an error or without. Later commands of the queue may delay the answer.
    bool is_complete() const;

    /// Nanoseconds. Waits for the work. Throws errc::invalid if the queue was created without
    /// property::queue::enable_profiling.
    template <class Info>
    std::uint64_t get_profiling_info();

private:
    friend class detail::queue_core;
    friend class handler;

    std::shared_ptr<detail::queue_core> queue_;        // null: complete
    std::shared_ptr<detail::event_impl> start_, end_;  // recorded only by queues with profiling
    std::uint64_t position_ = 0;  // in the queue's order: the commands that its submission thread had got
};

}  // namespace ndweave

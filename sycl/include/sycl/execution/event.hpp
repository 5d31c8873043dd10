/// SYCL 2020 event (4.6.6): core's, and what it tells of itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "ndweave/event.hpp"
#include "sycl/execution/device.hpp"

namespace sycl {

/// Core's (4.6.6.2): nanoseconds.
namespace info::event_profiling {
using namespace ndweave::info::event_profiling;
}  // namespace info::event_profiling

namespace info {
enum class event_command_status : int { submitted, running, complete };
namespace event {
struct command_execution_status {
    using return_type = event_command_status;
};
struct reference_count {
    using return_type = std::uint32_t;
};
}  // namespace event
}  // namespace info

namespace detail {
class queue_state;
}  // namespace detail

class NDWEAVE_EXPORT event : public ndweave::event {
public:
    /// A complete event.
    event() : number_(next_number()) {}
    /// Of a queue of core.
    event(ndweave::event e) : ndweave::event(std::move(e)), number_(next_number()) {}

    /// Returns when the work is done; throws its errors.
    void wait() { ndweave::event::wait(); }
    static void wait(const std::vector<event>&);
    /// What the commands' queue has to report, and those of commands that it depends on, goes to their async_handlers;
    /// where there is none, it is thrown.
    void wait_and_throw();
    static void wait_and_throw(const std::vector<event>&);

    /// The events that the command group depends on by `depends_on`.
    std::vector<event> get_wait_list() const;
    backend get_backend() const noexcept;

    template <class Info>
    typename Info::return_type get_info() const;
    /// Nanoseconds (4.6.6.2). Throws errc::invalid for queues without property::queue::enable_profiling.
    template <class Info>
    std::uint64_t get_profiling_info() const {
        return (timed_ ? *timed_ : ndweave::event(*this)).template get_profiling_info<Info>();
    }

    /// Whether both are of the same command group.
    friend bool operator==(const event& a, const event& b) { return a.queue_ == b.queue_ && a.number_ == b.number_; }

private:
    friend class detail::queue_state;
    friend struct std::hash<event>;

    event(ndweave::event e, std::shared_ptr<detail::queue_state> queue, std::uint64_t number)
        : ndweave::event(std::move(e)), queue_(std::move(queue)), number_(number) {}

    static std::uint64_t next_number();
    void report() const;

    std::shared_ptr<detail::queue_state> queue_;
    std::uint64_t number_;                   // of the command group in its queue; without a queue, of the event
    std::shared_ptr<ndweave::event> timed_;  // of a kernel whose streams the host prints before this is complete
    std::shared_ptr<const std::vector<event>> waits_;
};

template <>
NDWEAVE_EXPORT info::event_command_status event::get_info<info::event::command_execution_status>() const;
template <>
NDWEAVE_EXPORT std::uint32_t event::get_info<info::event::reference_count>() const;

}  // namespace sycl

template <>
struct std::hash<sycl::event> {
    std::size_t operator()(const sycl::event& e) const noexcept {
        return std::hash<const void*>()(e.queue_.get()) ^ (static_cast<std::size_t>(e.number_) * 0x9e3779b97f4a7c15u);
    }
};

#include "sycl/execution/event.hpp"

#include <atomic>

#include "sycl/runtime/queue_state.hpp"

namespace sycl {

std::uint64_t event::next_number() {
    static std::atomic<std::uint64_t> last = 0;
    return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

void event::wait(const std::vector<event>& events) {
    for (event e : events) e.wait();
}

void event::wait_and_throw(const std::vector<event>& events) {
    for (event e : events) e.wait_and_throw();
}

void event::wait_and_throw() {
    try {
        wait();
    } catch (...) {
        if (!queue_ || !queue_->has_handler()) throw;
        queue_->keep(std::current_exception());
    }
    report();
}

/// What there is to tell of its queue and of those that it depends on.
void event::report() const {
    if (queue_ && queue_->has_handler()) queue_->throw_asynchronous();
    if (waits_) {
        for (const event& e : *waits_) e.report();
    }
}

std::vector<event> event::get_wait_list() const { return waits_ ? *waits_ : std::vector<event>(); }

backend event::get_backend() const noexcept {
    return queue_ ? queue_->core().get_device().get_backend() : device().get_backend();
}

template <>
info::event_command_status event::get_info<info::event::command_execution_status>() const {
    return is_complete() ? info::event_command_status::complete : info::event_command_status::submitted;
}

template <>
std::uint32_t event::get_info<info::event::reference_count>() const {
    return 1;
}

}  // namespace sycl

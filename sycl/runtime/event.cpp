#include "sycl/execution/event.hpp"

#include "sycl/execution/detail/queue_state.hpp"

namespace sycl {

void event::wait_and_throw() {
    if (!queue_ || !queue_->has_handler()) return wait();
    try {
        wait();
    } catch (...) {
        queue_->keep(std::current_exception());
    }
    queue_->throw_asynchronous();
}

std::vector<event> event::get_wait_list() const { return waits_ ? *waits_ : std::vector<event>(); }

backend event::get_backend() const {
    return queue_ ? queue_->core().get_device().get_backend() : device().get_backend();
}

template <>
info::event_command_status event::get_info<info::event::command_execution_status>() const {
    // The error of a command, which is complete then, is for those who wait for it.
    try {
        ndweave::event(*this).wait();
    } catch (const ndweave::exception&) {
    }
    return info::event_command_status::complete;
}

template <>
std::uint32_t event::get_info<info::event::reference_count>() const {
    return 1;
}

}  // namespace sycl

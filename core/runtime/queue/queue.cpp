#include "ndweave/queue.hpp"

#include "runtime/environment/environment.hpp"
#include "runtime/queue/access.hpp"
#include "runtime/queue/queue_core.hpp"

namespace ndweave {
namespace {

std::shared_ptr<detail::queue_core> make_state(const device& d, const property_list& properties) {
    detail::check_environment();
    return std::make_shared<detail::queue_core>(detail::device_access::impl(d),
                                                properties.has_property<property::queue::enable_profiling>(),
                                                properties.has_property<property::queue::asynchronous>(),
                                                properties.has_property<property::queue::asynchronous_host_tasks>());
}

}  // namespace

queue::queue(const device& d, const property_list& properties) : state_(make_state(d, properties)) {}

device queue::get_device() const { return detail::device_access::make(state_->device()); }

event queue::submit_group(detail::function_ref<void(handler&)> group) { return state_->submit(group, false); }
event queue::submit_immediate(detail::function_ref<void(handler&)> group) { return state_->submit(group, true); }

queue_state queue::ext_oneapi_get_state() const {
    return state_->recorder() ? queue_state::recording : queue_state::executing;
}

void queue::wait() { state_->wait(); }

}  // namespace ndweave

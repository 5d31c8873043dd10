#include "runtime/plugin/event.hpp"

#include "runtime/plugin/device.hpp"
#include "runtime/plugin/driver_life.hpp"
#include "runtime/plugin/error.hpp"

namespace ndweave::detail {

plugin_event::plugin_event(std::shared_ptr<plugin_device> device, ndw_event* event)
    : device_(std::move(device)), handle_(std::make_shared<event_handle>(device_->plugin(), event, device_->open())) {}

void plugin_event::wait() {
    const ndw_plugin& plugin = device_->plugin();
    check_plugin(plugin, plugin.event_wait(handle_->get(), 1),
                 [&] { return "work on " + device_->limits().name + " failed"; });
    drivers_were_waited_for();
}

bool plugin_event::complete() {
    const ndw_plugin& plugin = device_->plugin();
    const int status = plugin.event_wait(handle_->get(), 0);
    if (status == NDW_NOT_READY) return false;
    check_plugin(plugin, status, "work on " + device_->limits().name + " failed");
    return true;
}

double plugin_event::seconds() {
    wait();
    return device_->clock().seconds(handle_);
}

}  // namespace ndweave::detail

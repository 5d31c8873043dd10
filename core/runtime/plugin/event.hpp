/// Events of a plugin's queues.
#pragma once

#include <memory>

#include "runtime/device/device_impl.hpp"
#include "runtime/plugin/handle.hpp"

namespace ndweave::detail {

class plugin_device;

class plugin_event final : public event_impl {
public:
    plugin_event(std::shared_ptr<plugin_device> device, ndw_event* event);

    void wait() override;
    bool complete() override;
    double seconds() override;

    const plugin_device* device() const { return device_.get(); }
    const std::shared_ptr<event_handle>& handle() const { return handle_; }

private:
    std::shared_ptr<plugin_device> device_;
    std::shared_ptr<event_handle> handle_;
};

}  // namespace ndweave::detail

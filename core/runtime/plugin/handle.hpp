/// RAII owners of a plugin's objects.
#pragma once

#include <memory>

#include "ndweave/plugin.h"
#include "runtime/plugin/driver_life.hpp"

namespace ndweave::detail {

/// Returns a T to its plugin on destruction, and destroys `keep`, from which T was created, afterwards. Unusable in a
/// forked child and after drivers have ended; then it returns nothing.
template <class T, void (*ndw_plugin::*Destroy)(T*)>
class plugin_handle {
public:
    plugin_handle(const ndw_plugin& plugin, T* value, std::shared_ptr<void> keep)
        : keep_(std::move(keep)), plugin_(&plugin), value_(value) {}
    ~plugin_handle() {
        if (are_drivers_alive(made_in_)) (plugin_->*Destroy)(value_);
    }
    plugin_handle(const plugin_handle&) = delete;
    plugin_handle& operator=(const plugin_handle&) = delete;

    /// Throws as require_drivers.
    T* get() const {
        require_drivers(made_in_);
        return value_;
    }

private:
    std::shared_ptr<void> keep_;
    const ndw_plugin* plugin_;
    T* value_;
    const std::uint32_t made_in_ = fork_count();
};

using device_handle = plugin_handle<ndw_device, &ndw_plugin::device_close>;
using queue_handle = plugin_handle<ndw_queue, &ndw_plugin::queue_destroy>;
using module_handle = plugin_handle<ndw_module, &ndw_plugin::module_unload>;
using graph_handle = plugin_handle<ndw_graph, &ndw_plugin::graph_destroy>;
using event_handle = plugin_handle<ndw_event, &ndw_plugin::event_destroy>;

}  // namespace ndweave::detail

#include "runtime/plugin/graph.hpp"

#include "runtime/graph/recorded_command.hpp"
#include "runtime/plugin/device.hpp"
#include "runtime/plugin/kernel/launch.hpp"

namespace ndweave::detail {

plugin_graph::plugin_graph(std::shared_ptr<plugin_device> device, const std::vector<recorded_command>& commands)
    : device_(std::move(device)) {
    for (const recorded_command& c : commands) {
        if (const auto* kernel = std::get_if<recorded_launch>(&c)) plugin_launch(*device_, kernel->launch);
    }
    const std::unique_ptr<queue_impl> queue = device_->make_queue(false);
    handle_ = collect(static_cast<plugin_queue&>(*queue), commands);
}

std::unique_ptr<graph_handle> plugin_graph::collect(plugin_queue& queue,
                                                    const std::vector<recorded_command>& commands) {
    queue.begin_graph(buffers_);
    try {
        for (const recorded_command& c : commands) submit(queue, c);
    } catch (...) {
        queue.abandon_graph();
        throw;
    }
    return queue.end_graph();
}

}  // namespace ndweave::detail

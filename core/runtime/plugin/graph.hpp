/// Graphs of plugins that support them.
#pragma once

#include <memory>
#include <vector>

#include "runtime/device/device_impl.hpp"
#include "runtime/plugin/handle.hpp"
#include "runtime/plugin/queue.hpp"

namespace ndweave::detail {

class plugin_graph final : public device_graph {
public:
    /// Compiles every kernel, then enqueues the commands on a queue in recording mode. `commands` outlive the graph.
    /// Throws what submitting them would throw.
    plugin_graph(std::shared_ptr<plugin_device> device, const std::vector<recorded_command>& commands);

    void launch(queue_impl& queue) override { static_cast<plugin_queue&>(queue).launch_graph(handle_->get()); }

private:
    std::unique_ptr<graph_handle> collect(plugin_queue& queue, const std::vector<recorded_command>& commands);

    std::shared_ptr<plugin_device> device_;
    std::vector<temporary_buffer> buffers_;  // destroyed after the graph that uses them
    std::unique_ptr<graph_handle> handle_;
};

}  // namespace ndweave::detail

/// A recording, ready to run on the queues of its device.
#pragma once

#include <memory>
#include <mutex>

#include "runtime/graph/graph_recorder.hpp"
#include "runtime/queue/queue_core.hpp"

namespace ndweave::detail {

class executable_graph : public std::enable_shared_from_this<executable_graph> {
public:
    /// Compiles the recording if the device can run graphs as a whole.
    executable_graph(std::shared_ptr<device_impl> device, recording recorded);
    /// Waits for its runs; the queue reports their errors.
    ~executable_graph();

    /// Submits the commands, after earlier runs on other queues; or records them if the queue records. Throws
    /// errc::invalid for a queue of another device.
    void submit(queue_core&);

private:
    void run(queue_impl&);

    const std::shared_ptr<device_impl> device_;
    const recording recorded_;
    std::mutex mutex_;  // runs are submitted one at a time
    std::shared_ptr<queue_core> last_queue_;
    event last_run_;                       // of that queue
    std::unique_ptr<device_graph> graph_;  // null: command by command
};

}  // namespace ndweave::detail

#include "runtime/graph/executable_graph.hpp"

#include "ndweave/exception.hpp"

namespace ndweave::detail {

executable_graph::executable_graph(std::shared_ptr<device_impl> device, recording recorded)
    : device_(std::move(device)),
      recorded_(std::move(recorded)),
      graph_(recorded_.commands.empty() ? nullptr : device_->make_graph(recorded_.commands)) {}

executable_graph::~executable_graph() {
    if (!last_queue_) return;
    try {
        last_queue_->wait_until_idle();
    } catch (...) {  // the queue reports it
    }
}

void executable_graph::submit(queue_core& queue) {
    if (queue.device() != device_) {
        throw exception(errc::invalid, "a graph recorded for " + device_->limits().name + " cannot run on a queue of " +
                                           queue.device()->limits().name);
    }
    if (graph_recorder* recorder = queue.recorder()) return recorder->append(recorded_);
    const std::lock_guard lock(mutex_);
    if (last_queue_.get() != &queue) {
        queue.wait_for(last_run_);
        last_queue_ = queue.shared_from_this();
    }
    queue.submit_call([self = shared_from_this()](queue_impl& target) { self->run(target); }, "a graph");
    last_run_ = queue.last_event();
}

void executable_graph::run(queue_impl& queue) {
    if (graph_) return queue.run_graph([&](queue_impl& own) { graph_->launch(own); });
    try {
        for (const recorded_command& c : recorded_.commands) detail::submit(queue, c);
    } catch (...) {
        // An aborted reduction leaves a nonzero counter.
        for (const auto& block : recorded_.scratch) block->clear(queue);
        throw;
    }
}

}  // namespace ndweave::detail

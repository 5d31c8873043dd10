#include "ndweave/graph.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "runtime/graph/executable_graph.hpp"
#include "runtime/graph/graph_recorder.hpp"
#include "runtime/queue/access.hpp"
#include "runtime/queue/queue_core.hpp"
#include "runtime/queue/submission.hpp"

namespace ndweave {

/// A recorder and the queues that it records.
struct detail::modifiable_graph {
    explicit modifiable_graph(const std::shared_ptr<device_impl>& device)
        : recorder(std::make_shared<graph_recorder>(device)) {}
    ~modifiable_graph() { end_all(); }

    void end_all() {
        for (const auto& q : queues) q->end_recording();
        queues.clear();
    }

    const std::shared_ptr<graph_recorder> recorder;
    std::vector<std::shared_ptr<queue_core>> queues;
};

namespace {

void require_number(std::size_t number, std::size_t count) {
    if (number >= count) {
        throw exception(errc::invalid, "command " + std::to_string(number) + " of a graph that has " +
                                           std::to_string(count) + " of them");
    }
}

}  // namespace

using modifiable = command_graph<graph_state::modifiable>;
using executable = command_graph<graph_state::executable>;

modifiable::command_graph(const device& d)
    : impl_(std::make_shared<detail::modifiable_graph>(detail::device_access::impl(d))) {}
modifiable::command_graph(const queue& q)
    : impl_(std::make_shared<detail::modifiable_graph>(detail::device_access::state(q).device())) {}

void modifiable::begin_recording(const queue& q) {
    detail::queue_core& state = detail::device_access::state(q);
    const auto& device = impl_->recorder->device();
    if (state.device() != device) {
        throw exception(errc::invalid, "a graph of " + device->limits().name + " cannot record a queue of " +
                                           state.device()->limits().name);
    }
    state.begin_recording(impl_->recorder);
    impl_->queues.push_back(state.shared_from_this());
}

void modifiable::end_recording() { impl_->end_all(); }

void modifiable::end_recording(const queue& q) {
    detail::queue_core& state = detail::device_access::state(q);
    const auto found = std::ranges::find(impl_->queues, &state, [](const auto& recorded) { return recorded.get(); });
    if (found == impl_->queues.end()) {
        throw exception(errc::invalid, "end_recording: the queue does not record into this graph");
    }
    state.end_recording();
    impl_->queues.erase(found);
}

bool modifiable::empty() const { return impl_->recorder->empty(); }

modifiable::command modifiable::kind_of(std::size_t number) const {
    const detail::recording recorded = impl_->recorder->snapshot();
    require_number(number, recorded.commands.size());
    return static_cast<command>(recorded.commands[number].index());
}

std::size_t modifiable::size() const { return impl_->recorder->size(); }

void modifiable::require_recorded() const {
    if (!impl_->queues.empty()) {
        throw exception(errc::invalid,
                        "cannot finalize a graph while a queue records into it: call end_recording first");
    }
}

executable modifiable::finalize() const {
    require_recorded();
    return executable(
        std::make_shared<detail::executable_graph>(impl_->recorder->device(), impl_->recorder->snapshot()));
}

executable modifiable::finalize(const std::vector<std::size_t>& order) const {
    require_recorded();
    detail::recording ordered = impl_->recorder->snapshot();
    const std::vector<detail::recorded_command> recorded = std::move(ordered.commands);
    ordered.commands.clear();
    for (const std::size_t number : order) {
        require_number(number, recorded.size());
        ordered.commands.push_back(recorded[number]);
    }
    return executable(std::make_shared<detail::executable_graph>(impl_->recorder->device(), std::move(ordered)));
}

void handler::ext_oneapi_graph(const executable& graph) {
    claim_action();
    submission_.submit(graph.impl_);
}

}  // namespace ndweave

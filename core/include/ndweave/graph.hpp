/// Graphs: commands recorded from queues once and submitted as one command any number of times, with the names of
/// SYCL's extension sycl_ext_oneapi_graph (record and replay).
///
///     command_graph graph(q);
///     graph.begin_recording(q);
///     q.parallel_for(…);  // recorded, not run
///     graph.end_recording();
///     const auto step = graph.finalize();
///     for (int i = 0; i < 1000; ++i) q.ext_oneapi_graph(step);
///     q.wait();
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "ndweave/detail/export.hpp"
#include "ndweave/device.hpp"
#include "ndweave/queue.hpp"

namespace ndweave {

namespace detail {
struct modifiable_graph;
class executable_graph;
}  // namespace detail

/// Records commands of queues. Copies refer to the same graph; destroying the last one ends its recordings.
///
/// Kernels, copies and fills are recorded with their arguments by value: pointers, sizes, patterns, a kernel's
/// captures. The memory behind pointers, host memory included, is read when the graph runs and must be valid then.
/// Commands run in the order in which they were recorded, from whichever queue.
template <>
class NDWEAVE_EXPORT command_graph<graph_state::modifiable> {
public:
    /// For queues of this device, or of the queue's.
    explicit command_graph(const device&);
    explicit command_graph(const queue&);

    /// Commands of the queue go into the graph until end_recording and are not run. Meanwhile waiting for the queue or
    /// its events, and dependencies on work outside the graph, throw errc::invalid. Throws errc::invalid for a queue
    /// that records already or is of another device.
    void begin_recording(const queue&);
    /// Of all queues, or of one. Throws errc::invalid for a queue that does not record into this graph.
    void end_recording();
    void end_recording(const queue&);

    bool empty() const;
    /// The number of commands recorded so far.
    std::size_t size() const;
    enum class command { kernel, copy, fill };
    /// What the command of that number is, counted as they were recorded; errc::invalid if there is none.
    command kind_of(std::size_t number) const;

    /// The commands recorded so far, compiled if the device can run graphs as a whole. Throws errc::invalid while a
    /// queue records, and whatever launching the kernels would throw.
    command_graph<graph_state::executable> finalize() const;
    /// The same with the commands in another order, or some of them: their numbers. errc::invalid for those of none.
    command_graph<graph_state::executable> finalize(const std::vector<std::size_t>& order) const;

private:
    void require_recorded() const;

    std::shared_ptr<detail::modifiable_graph> impl_;
};

/// Submitted with queue::ext_oneapi_graph, to queues of its device; runs of one graph never overlap. Copies
/// refer to the same graph; destroying the last one waits for its runs.
template <>
class NDWEAVE_EXPORT command_graph<graph_state::executable> {
private:
    friend class command_graph<graph_state::modifiable>;
    friend class handler;
    explicit command_graph(std::shared_ptr<detail::executable_graph> impl) : impl_(std::move(impl)) {}

    std::shared_ptr<detail::executable_graph> impl_;
};

command_graph(const device&) -> command_graph<graph_state::modifiable>;
command_graph(const queue&) -> command_graph<graph_state::modifiable>;

}  // namespace ndweave

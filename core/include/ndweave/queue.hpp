/// SYCL 2020 queue (4.6.5): in order; kernels, copies and fills run in the order of submission.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "ndweave/device.hpp"
#include "ndweave/event.hpp"
#include "ndweave/function_ref.hpp"
#include "ndweave/handler.hpp"

namespace ndweave {

/// Whether submitted commands run, or go into a graph (graph.hpp).
enum class queue_state { executing, recording };

class NDWEAVE_EXPORT queue {
public:
    /// A queue of the default device.
    queue();
    explicit queue(const device&);
    queue(const device&, property::queue::enable_profiling);
    template <class Selector>
    requires requires(const Selector& s, const device& d) { int{s(d)}; }
    explicit queue(const Selector& selector) : queue(device(selector)) {}

    device get_device() const;
    bool is_in_order() const { return true; }

    /// Runs the command group function, which takes a `handler&`, once, before it returns.
    template <class CommandGroup>
    event submit(CommandGroup&& group) {
        return submit_group([&group](handler& h) { group(h); });
    }

    template <class Name = detail::unnamed_kernel, class F>
    event single_task(const F& f) {
        return submit([&](handler& h) { h.single_task<Name>(f); });
    }
    /// See handler::parallel_for.
    template <class Name = detail::unnamed_kernel, int D, class... Rest>
    event parallel_for(range<D> global, Rest&&... rest) {
        return submit([&](handler& h) { h.template parallel_for<Name>(global, std::forward<Rest>(rest)...); });
    }
    template <class Name = detail::unnamed_kernel, int D, class... Rest>
    event parallel_for(nd_range<D> execution, Rest&&... rest) {
        return submit([&](handler& h) { h.template parallel_for<Name>(execution, std::forward<Rest>(rest)...); });
    }

    /// `to` and `from` may be USM or ordinary host memory and may overlap; ordinary memory must stay valid until the
    /// event.
    event memcpy(void* to, const void* from, std::size_t bytes) {
        return submit([=](handler& h) { h.memcpy(to, from, bytes); });
    }
    event memset(void* to, int value, std::size_t bytes) {
        return submit([=](handler& h) { h.memset(to, value, bytes); });
    }
    template <class T>
    event copy(const T* from, T* to, std::size_t count) {
        return submit([=](handler& h) { h.copy(from, to, count); });
    }
    template <class T>
    event fill(void* to, const T& pattern, std::size_t count) {
        return submit([&](handler& h) { h.fill(to, pattern, count); });
    }

    /// Runs a graph of graph.hpp as one command. On a queue that records, its commands become part of that graph.
    event ext_oneapi_graph(const command_graph<graph_state::executable>& graph) {
        return submit([&](handler& h) { h.ext_oneapi_graph(graph); });
    }
    queue_state ext_oneapi_get_state() const;

    /// Returns when everything submitted is done; throws the first error of it.
    void wait();
    void wait_and_throw() { wait(); }

    friend bool operator==(const queue& a, const queue& b) { return a.state_ == b.state_; }

private:
    friend struct detail::device_access;
    event submit_group(detail::function_ref<void(handler&)> group);

    std::shared_ptr<detail::queue_state> state_;
};

}  // namespace ndweave

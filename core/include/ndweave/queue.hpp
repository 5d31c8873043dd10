/// SYCL 2020 queue (4.6.5): in order; kernels, copies and fills run in the order of submission.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "ndweave/detail/function_ref.hpp"
#include "ndweave/device.hpp"
#include "ndweave/event.hpp"
#include "ndweave/handler.hpp"

namespace ndweave {

/// Whether submitted commands run, or are recorded into a graph (graph.hpp).
enum class queue_state { executing, recording };

class NDWEAVE_EXPORT queue {
public:
    /// A queue of the default device.
    explicit queue(const property_list& properties = {}) : queue(device(), properties) {}
    explicit queue(const device&, const property_list& = {});
    template <class Selector>
    requires requires(const Selector& s, const device& d) { int{s(d)}; }
    explicit queue(const Selector& selector, const property_list& properties = {})
        : queue(device(selector), properties) {}

    device get_device() const;
    bool is_in_order() const { return true; }

    /// Runs the command group function, which takes a `handler&`, once, before returning. The group may state its
    /// dependencies and its action in any order; if it throws, nothing is submitted.
    template <class CommandGroup>
    event submit(CommandGroup&& group) {
        return submit_group([&group](handler& h) { group(h); });
    }

    // Shortcuts for command groups with one action (SYCL 2020, 4.6.5.2). The action starts after the given events.

    template <class Name = detail::unnamed_kernel, class F>
    event single_task(const F& f) {
        return submit_immediate([&](handler& h) { h.single_task<Name>(f); });
    }
    template <class Name = detail::unnamed_kernel, class F>
    event single_task(const std::vector<event>& after, const F& f) {
        return submit_immediate([&](handler& h) {
            h.depends_on(after);
            h.single_task<Name>(f);
        });
    }
    template <class Name = detail::unnamed_kernel, class F>
    event single_task(const event& after, const F& f) {
        return single_task<Name>(std::vector<event>{after}, f);
    }

    /// See handler::parallel_for. A number is a range of one dimension.
    template <class Name = detail::unnamed_kernel, int D, class... Rest>
    event parallel_for(range<D> global, Rest&&... rest) {
        return launch<Name>(global, std::forward<Rest>(rest)...);
    }
    template <class Name = detail::unnamed_kernel, int D, class... Rest>
    event parallel_for(nd_range<D> execution, Rest&&... rest) {
        return launch<Name>(execution, std::forward<Rest>(rest)...);
    }
    template <class Name = detail::unnamed_kernel, std::integral Count, class... Rest>
    event parallel_for(Count global, Rest&&... rest) {
        return launch<Name>(range<1>(static_cast<std::size_t>(global)), std::forward<Rest>(rest)...);
    }
    // Lists in braces have no type to deduce: `parallel_for(n, {a, b}, f)`.
    template <class Name = detail::unnamed_kernel, int D, class... Rest>
    event parallel_for(range<D> global, const std::vector<event>& after, Rest&&... rest) {
        return launch<Name>(global, after, std::forward<Rest>(rest)...);
    }
    template <class Name = detail::unnamed_kernel, int D, class... Rest>
    event parallel_for(nd_range<D> execution, const std::vector<event>& after, Rest&&... rest) {
        return launch<Name>(execution, after, std::forward<Rest>(rest)...);
    }

    /// `to` and `from` may be USM or ordinary host memory and may overlap; ordinary memory must stay valid until the
    /// event.
    event memcpy(void* to, const void* from, std::size_t bytes, const std::vector<event>& after = {}) {
        return submit_immediate([&](handler& h) {
            h.depends_on(after);
            h.memcpy(to, from, bytes);
        });
    }
    event memset(void* to, int value, std::size_t bytes, const std::vector<event>& after = {}) {
        return submit_immediate([&](handler& h) {
            h.depends_on(after);
            h.memset(to, value, bytes);
        });
    }
    template <class T>
    event copy(const T* from, T* to, std::size_t count, const std::vector<event>& after = {}) {
        return submit_immediate([&](handler& h) {
            h.depends_on(after);
            h.copy(from, to, count);
        });
    }
    template <class T>
    event fill(void* to, const T& pattern, std::size_t count, const std::vector<event>& after = {}) {
        return submit_immediate([&](handler& h) {
            h.depends_on(after);
            h.fill(to, pattern, count);
        });
    }
    /// Hints about shared memory: see handler::prefetch and handler::mem_advise (SYCL 2020, 4.6.5.2).
    event prefetch(const void* memory, std::size_t bytes, const std::vector<event>& after = {}) {
        return submit_immediate([&](handler& h) {
            h.depends_on(after);
            h.prefetch(memory, bytes);
        });
    }
    event mem_advise(const void* memory, std::size_t bytes, int advice, const std::vector<event>& after = {}) {
        return submit_immediate([&](handler& h) {
            h.depends_on(after);
            h.mem_advise(memory, bytes, advice);
        });
    }
    event prefetch(const void* memory, std::size_t bytes, const event& after) {
        return prefetch(memory, bytes, std::vector<event>{after});
    }
    event mem_advise(const void* memory, std::size_t bytes, int advice, const event& after) {
        return mem_advise(memory, bytes, advice, std::vector<event>{after});
    }
    event memcpy(void* to, const void* from, std::size_t bytes, const event& after) {
        return memcpy(to, from, bytes, std::vector<event>{after});
    }
    event memset(void* to, int value, std::size_t bytes, const event& after) {
        return memset(to, value, bytes, std::vector<event>{after});
    }
    template <class T>
    event copy(const T* from, T* to, std::size_t count, const event& after) {
        return copy(from, to, count, std::vector<event>{after});
    }
    template <class T>
    event fill(void* to, const T& pattern, std::size_t count, const event& after) {
        return fill(to, pattern, count, std::vector<event>{after});
    }

    /// Runs a graph of graph.hpp as one command. On a queue that records, its commands become part of that graph.
    event ext_oneapi_graph(const command_graph<graph_state::executable>& graph) {
        return submit_immediate([&](handler& h) { h.ext_oneapi_graph(graph); });
    }
    queue_state ext_oneapi_get_state() const;

    /// Returns when everything submitted is done; throws the first error of it.
    void wait();
    void wait_and_throw() { wait(); }

    friend bool operator==(const queue& a, const queue& b) { return a.state_ == b.state_; }

private:
    friend struct detail::device_access;
    event submit_group(detail::function_ref<void(handler&)> group);
    /// The same for a group that ends with its action, which is submitted at once.
    event submit_immediate(detail::function_ref<void(handler&)> group);

    /// parallel_for's arguments after the range, optionally preceded by events.
    template <class Name, class Space, class First, class... Rest>
    event launch(const Space& space, First&& first, Rest&&... rest) {
        constexpr bool waits = std::is_convertible_v<First, event> || std::is_convertible_v<First, std::vector<event>>;
        return submit_immediate([&](handler& h) {
            if constexpr (waits) {
                h.depends_on(first);
                h.template parallel_for<Name>(space, std::forward<Rest>(rest)...);
            } else {
                h.template parallel_for<Name>(space, std::forward<First>(first), std::forward<Rest>(rest)...);
            }
        });
    }

    std::shared_ptr<detail::queue_core> state_;
};

}  // namespace ndweave

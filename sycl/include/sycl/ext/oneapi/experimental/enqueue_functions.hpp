/// sycl_ext_oneapi_enqueue_functions: submissions as functions, which make no events but where events are asked for.
#pragma once

#include <concepts>
#include <cstddef>
#include <utility>
#include <vector>

#include "sycl/execution/queue.hpp"
#include "sycl/ext/oneapi/experimental/graph.hpp"
#include "sycl/ext/oneapi/properties/properties.hpp"

#define SYCL_EXT_ONEAPI_ENQUEUE_FUNCTIONS 1

namespace sycl::detail {
template <class T>
inline constexpr bool is_index_space = false;
template <int D>
inline constexpr bool is_index_space<ndweave::range<D>> = true;
template <int D>
inline constexpr bool is_index_space<ndweave::nd_range<D>> = true;

/// Where commands go: a queue, or a command group's handler.
template <class T>
concept submits_commands = std::same_as<std::remove_cvref_t<T>, queue> || std::same_as<std::remove_cvref_t<T>, handler>;
/// What the command goes to; queues may be const.
template <class T>
T& receiver(T& to) {
    return to;
}
inline queue receiver(const queue& q) { return q; }
struct launch_parts;
}  // namespace sycl::detail

namespace sycl::ext::oneapi::experimental {

/// The index space of a kernel, and properties of the launch, of which there are none here.
template <class Space, class Properties = empty_properties_t>
requires detail::is_index_space<Space> class launch_config {
    static_assert(
        std::is_same_v<Properties, empty_properties_t>,
        "no property of launches is known here: give reqd_sub_group_size and the like to the kernel as attributes");

public:
    launch_config(Space space, Properties = {}) : space_(space) {}

private:
    friend struct detail::launch_parts;
    Space space_;
};

}  // namespace sycl::ext::oneapi::experimental

namespace sycl::detail {
struct launch_parts {
    template <class Space, class Properties>
    static const Space& space(const ext::oneapi::experimental::launch_config<Space, Properties>& c) {
        return c.space_;
    }
};
}  // namespace sycl::detail

namespace sycl::ext::oneapi::experimental {

/// Submit a command group; the second form returns its event.
template <std::invocable<handler&> Group>
void submit(queue q, Group&& group) {
    q.submit(std::forward<Group>(group));
}
template <std::invocable<handler&> Group>
void submit(queue q, empty_properties_t, Group&& group) {
    q.submit(std::forward<Group>(group));
}
template <std::invocable<handler&> Group>
event submit_with_event(queue q, Group&& group) {
    return q.submit(std::forward<Group>(group));
}
template <std::invocable<handler&> Group>
event submit_with_event(queue q, empty_properties_t, Group&& group) {
    return q.submit(std::forward<Group>(group));
}

// Kernels. Reductions stand behind the kernel, which takes their reducers.

template <class Name = ndweave::detail::unnamed_kernel, detail::submits_commands To, class F>
void single_task(To&& to, const F& f) {
    detail::receiver(to).template single_task<Name>(f);
}
template <class Name = ndweave::detail::unnamed_kernel, detail::submits_commands To, int D, class F,
          class... Reductions>
void parallel_for(To&& to, ndweave::range<D> extent, const F& f, Reductions&&... reductions) {
    detail::receiver(to).template parallel_for<Name>(extent, std::forward<Reductions>(reductions)..., f);
}
template <class Name = ndweave::detail::unnamed_kernel, detail::submits_commands To, std::integral Count, class F,
          class... Reductions>
void parallel_for(To&& to, Count count, const F& f, Reductions&&... reductions) {
    detail::receiver(to).template parallel_for<Name>(ndweave::range<1>(static_cast<std::size_t>(count)),
                                                     std::forward<Reductions>(reductions)..., f);
}
template <class Name = ndweave::detail::unnamed_kernel, detail::submits_commands To, int D, class P, class F,
          class... Reductions>
void parallel_for(To&& to, launch_config<ndweave::range<D>, P> c, const F& f, Reductions&&... reductions) {
    detail::receiver(to).template parallel_for<Name>(detail::launch_parts::space(c),
                                                     std::forward<Reductions>(reductions)..., f);
}
template <class Name = ndweave::detail::unnamed_kernel, detail::submits_commands To, int D, class F,
          class... Reductions>
void nd_launch(To&& to, ndweave::nd_range<D> execution, const F& f, Reductions&&... reductions) {
    detail::receiver(to).template parallel_for<Name>(execution, std::forward<Reductions>(reductions)..., f);
}
template <class Name = ndweave::detail::unnamed_kernel, detail::submits_commands To, int D, class P, class F,
          class... Reductions>
void nd_launch(To&& to, launch_config<ndweave::nd_range<D>, P> c, const F& f, Reductions&&... reductions) {
    detail::receiver(to).template parallel_for<Name>(detail::launch_parts::space(c),
                                                     std::forward<Reductions>(reductions)..., f);
}

// Memory. As the members of queue and handler.

template <detail::submits_commands To>
void memcpy(To&& to, void* target, const void* from, std::size_t bytes) {
    detail::receiver(to).memcpy(target, from, bytes);
}
template <detail::submits_commands To, class T>
void copy(To&& to, const T* from, T* target, std::size_t count) {
    detail::receiver(to).copy(from, target, count);
}
template <detail::submits_commands To>
void memset(To&& to, void* target, int value, std::size_t bytes) {
    detail::receiver(to).memset(target, value, bytes);
}
template <detail::submits_commands To, class T>
void fill(To&& to, T* target, const T& pattern, std::size_t count) {
    detail::receiver(to).fill(target, pattern, count);
}

enum class prefetch_type { device, host };
/// A hint; towards the host without effect.
template <detail::submits_commands To>
void prefetch(To&& to, const void* memory, std::size_t bytes, prefetch_type type = prefetch_type::device) {
    if (type == prefetch_type::device) detail::receiver(to).prefetch(memory, bytes);
}
template <detail::submits_commands To>
void mem_advise(To&& to, const void* memory, std::size_t bytes, int advice) {
    detail::receiver(to).mem_advise(memory, bytes, advice);
}

/// Commands behind it start when those before it, or these, are done.
inline void barrier(queue q) { q.ext_oneapi_submit_barrier(); }
inline void barrier(handler& h) { h.ext_oneapi_barrier(); }
inline void partial_barrier(queue q, const std::vector<event>& events) { q.ext_oneapi_submit_barrier(events); }
inline void partial_barrier(handler& h, const std::vector<event>& events) { h.ext_oneapi_barrier(events); }

template <detail::submits_commands To>
void execute_graph(To&& to, const command_graph<graph_state::executable>& graph) {
    detail::receiver(to).ext_oneapi_graph(graph);
}

}  // namespace sycl::ext::oneapi::experimental

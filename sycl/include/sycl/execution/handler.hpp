/// SYCL 2020 handler (4.9.4): what a command group says.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "ndweave/graph.hpp"
#include "ndweave/handler.hpp"
#include "ndweave/interop.hpp"
#include "ndweave/reduction.hpp"
#include "sycl/execution/detail/kernel_adapter.hpp"
#include "sycl/execution/event.hpp"

namespace sycl {

using ndweave::id;
using ndweave::interop_handle;
using ndweave::nd_range;
using ndweave::range;

class NDWEAVE_EXPORT handler {
public:
    handler(const handler&) = delete;
    handler& operator=(const handler&) = delete;

    /// Core's, which local accessors and reductions take.
    operator ndweave::handler&() const { return core_; }

    /// The group's action starts after `e`.
    void depends_on(const event& e) {
        core_.depends_on(e);
        waits_.push_back(e);
    }
    void depends_on(const std::vector<event>& events) {
        for (const event& e : events) depends_on(e);
    }

    template <class Name = ndweave::detail::unnamed_kernel, class F>
    void single_task(const F& f) {
        core_.single_task<Name>(f);
    }

    /// `parallel_for(range, [properties,] [reduction…,] functor)`. Ranges may be numbers and lists in braces.
    /// SYCL 1.2.1's `parallel_for(range, id, functor)`: the indices begin at the id.
    template <class Name = ndweave::detail::unnamed_kernel, class... Rest>
    void parallel_for(range<1> global, Rest&&... rest) {
        launch<Name>(global, std::forward<Rest>(rest)...);
    }
    template <class Name = ndweave::detail::unnamed_kernel, class... Rest>
    void parallel_for(range<2> global, Rest&&... rest) {
        launch<Name>(global, std::forward<Rest>(rest)...);
    }
    template <class Name = ndweave::detail::unnamed_kernel, class... Rest>
    void parallel_for(range<3> global, Rest&&... rest) {
        launch<Name>(global, std::forward<Rest>(rest)...);
    }
    template <class Name = ndweave::detail::unnamed_kernel, int D, class... Rest>
    void parallel_for(nd_range<D> execution, Rest&&... rest) {
        core_.parallel_for<Name>(execution, std::forward<Rest>(rest)...);
    }
    /// Runs a function on the host, as a command of the queue (4.10). It takes nothing or an interop_handle.
    template <class F>
    void host_task(F&& function) {
        core_.host_task(std::forward<F>(function));
    }

    void memcpy(void* to, const void* from, std::size_t bytes) { core_.memcpy(to, from, bytes); }
    void memset(void* to, int value, std::size_t bytes) { core_.memset(to, value, bytes); }
    template <class T>
    void copy(const T* from, T* to, std::size_t count) {
        core_.copy(from, to, count);
    }
    template <class T>
    void fill(void* to, const T& pattern, std::size_t count) {
        core_.fill(to, pattern, count);
    }
    void prefetch(const void* memory, std::size_t bytes) { core_.prefetch(memory, bytes); }
    void mem_advise(const void* memory, std::size_t bytes, int advice) { core_.mem_advise(memory, bytes, advice); }

    /// Arguments of kernels of other languages, which are not here.
    template <class... Arguments>
    void set_arg(int, Arguments&&...) = delete;
    template <class... Arguments>
    void set_args(Arguments&&...) = delete;

    /// The group's event comes after these (sycl_ext_oneapi_enqueue_barrier), or after all before it: queues are in
    /// order.
    void ext_oneapi_barrier() {}
    void ext_oneapi_barrier(const std::vector<event>& events) { depends_on(events); }

    void ext_oneapi_graph(const ndweave::command_graph<ndweave::graph_state::executable>& graph) {
        core_.ext_oneapi_graph(graph);
    }

private:
    friend class queue;
    explicit handler(ndweave::handler& core, std::vector<event>& waits) : core_(core), waits_(waits) {}

    template <class Name, int D, class First, class... Rest>
    void launch(range<D> global, First&& first, Rest&&... rest) {
        if constexpr (std::is_same_v<std::remove_cvref_t<First>, id<D>> && sizeof...(Rest) == 1) {
            core_.parallel_for<Name>(global, detail::offset_kernel(rest..., first));
        } else {
            core_.parallel_for<Name>(global, std::forward<First>(first), std::forward<Rest>(rest)...);
        }
    }

    ndweave::handler& core_;
    std::vector<event>& waits_;
};

}  // namespace sycl

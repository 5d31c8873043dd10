/// SYCL 2020 handler (4.9.4): what a command group says.
#pragma once

#include <cstddef>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "ndweave/graph.hpp"
#include "ndweave/handler.hpp"
#include "ndweave/interop.hpp"
#include "ndweave/reduction.hpp"
#include "sycl/execution/detail/command_group.hpp"
#include "sycl/execution/detail/kernel_adapter.hpp"
#include "sycl/execution/event.hpp"
#include "sycl/memory/access_mode.hpp"

namespace sycl {

using ndweave::id;
using ndweave::interop_handle;
using ndweave::nd_range;
using ndweave::range;

template <class T, int D, access_mode M, target Target, access::placeholder P>
class accessor;  // memory/accessor.hpp

namespace detail {
struct handler_parts;
struct accessor_parts;   // memory/accessor.hpp
struct accessor_copies;  // memory/accessor_copies.hpp
/// `Known`, looked up where a template of `T` is instantiated.
template <class Known, class T>
using later = std::conditional_t<true, Known, T>;
}  // namespace detail

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

    /// Binds a placeholder accessor in this group (4.7.6.6).
    template <class Accessor>
    void require(const Accessor& a) {
        detail::later<detail::accessor_parts, Accessor>::require(a, *this);
    }

    template <class Name = ndweave::detail::unnamed_kernel, class F>
    void single_task(const F& f) {
        launch_kernel(f, [this](const F& kernel) { core_.single_task<Name>(kernel); });
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
        pass<Name>(execution, std::forward<Rest>(rest)...);
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

    // What accessors access (4.9.4.3), in row-major order; memory of the host must stay until the event.
    template <class T, int D, access_mode M, target Target, access::placeholder P, class U>
    void copy(accessor<T, D, M, Target, P> from, U* to) {
        detail::later<detail::accessor_copies, T>::to_memory(*this, from, to, std::shared_ptr<U>());
    }
    template <class T, int D, access_mode M, target Target, access::placeholder P, class U>
    void copy(accessor<T, D, M, Target, P> from, std::shared_ptr<U> to) {
        detail::later<detail::accessor_copies, T>::to_memory(*this, from, to.get(), to);
    }
    template <class T, int D, access_mode M, target Target, access::placeholder P, class U>
    void copy(const U* from, accessor<T, D, M, Target, P> to) {
        detail::later<detail::accessor_copies, T>::from_memory(*this, from, to, std::shared_ptr<const U>());
    }
    template <class T, int D, access_mode M, target Target, access::placeholder P, class U>
    void copy(std::shared_ptr<U> from, accessor<T, D, M, Target, P> to) {
        detail::later<detail::accessor_copies, T>::from_memory(*this, from.get(), to, std::shared_ptr<const U>(from));
    }
    template <class T, int D, access_mode M, target Target, access::placeholder P, class T2, int D2, access_mode M2,
              target Target2, access::placeholder P2>
    void copy(accessor<T, D, M, Target, P> from, accessor<T2, D2, M2, Target2, P2> to) {
        detail::later<detail::accessor_copies, T>::between(*this, from, to);
    }
    template <class T, int D, access_mode M, target Target, access::placeholder P>
    void fill(accessor<T, D, M, Target, P> to, const std::type_identity_t<T>& pattern) {
        detail::later<detail::accessor_copies, T>::fill(*this, to, pattern);
    }
    /// The host's copy of the buffer becomes current.
    template <class T, int D, access_mode M, target Target, access::placeholder P>
    void update_host(accessor<T, D, M, Target, P> a) {
        detail::later<detail::accessor_copies, T>::update_host(*this, a);
    }

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
    friend struct detail::handler_parts;
    handler(ndweave::handler& core, detail::command_group& group, std::vector<event>& waits)
        : core_(core), group_(group), waits_(waits) {}

    template <class Name, int D, class First, class... Rest>
    void launch(range<D> global, First&& first, Rest&&... rest) {
        if constexpr (std::is_same_v<std::remove_cvref_t<First>, id<D>> && sizeof...(Rest) == 1) {
            pass<Name>(global, detail::offset_kernel(rest..., first));
        } else {
            pass<Name>(global, std::forward<First>(first), std::forward<Rest>(rest)...);
        }
    }

    /// The functor is the last argument.
    template <class Name, class Space, class First, class... Rest>
    void pass(const Space& space, const First& first, const Rest&... rest) {
        if constexpr (sizeof...(Rest) == 0) {
            launch_kernel(first, [&](const First& kernel) { core_.parallel_for<Name>(space, kernel); });
        } else {
            pass_last<Name>(space, std::forward_as_tuple(first, rest...), std::make_index_sequence<sizeof...(Rest)>());
        }
    }
    template <class Name, class Space, class Arguments, std::size_t... K>
    void pass_last(const Space& space, const Arguments& arguments, std::index_sequence<K...>) {
        launch_kernel(std::get<sizeof...(K)>(arguments),
                      [&](const auto& kernel) { core_.parallel_for<Name>(space, std::get<K>(arguments)..., kernel); });
    }

    /// Launches a copy of the kernel in which placeholders have their addresses, if there may be some.
    template <class F, class Launch>
    void launch_kernel(const F& f, const Launch& launch) {
        if (!detail::placeholder_mark::any()) return launch(f);
        alignas(F) unsigned char bytes[sizeof(F)];
        __builtin_memcpy(bytes, static_cast<const void*>(&f), sizeof(F));
        group_.patch(bytes, sizeof(F));
        launch(*reinterpret_cast<const F*>(bytes));
    }

    ndweave::handler& core_;
    detail::command_group& group_;
    std::vector<event>& waits_;
};

namespace detail {

/// For accessors.
struct handler_parts {
    static command_group& group(handler& h) { return h.group_; }
};

}  // namespace detail

}  // namespace sycl

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
#include "sycl/execution/context.hpp"
#include "sycl/execution/detail/bundle_image.hpp"
#include "sycl/execution/detail/command_group.hpp"
#include "sycl/execution/detail/kernel_adapter.hpp"
#include "sycl/execution/event.hpp"
#include "sycl/execution/specialization.hpp"
#include "sycl/ext/oneapi/device_global/device_global.hpp"
#include "sycl/groups/hierarchical.hpp"
#include "sycl/memory/access_mode.hpp"

namespace sycl {

using ndweave::id;
using ndweave::nd_range;
using ndweave::range;

template <class T, int D, access_mode M, target Target, access::placeholder P>
class accessor;  // memory/accessor.hpp

class interop_handle;  // execution/interop.hpp

namespace detail {
struct handler_parts;
struct accessor_parts;   // memory/accessor.hpp
struct accessor_copies;  // memory/accessor_copies.hpp
template <class T>
inline constexpr bool is_accessor = false;
template <class T, int D, access_mode M, target Target, access::placeholder P>
inline constexpr bool is_accessor<accessor<T, D, M, Target, P>> = true;
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
    void depends_on(const event& e);
    void depends_on(const std::vector<event>&);

    /// Binds a placeholder accessor in this group (4.7.6.6).
    template <class Accessor>
    void require(const Accessor& a) {
        detail::later<detail::accessor_parts, Accessor>::require(a, *this);
    }

    /// The kernel's value of a specialization constant (4.9.5). Throw errc::invalid in a group that uses a kernel
    /// bundle, where values are set.
    template <auto& Id>
    void set_specialization_constant(detail::specialization_value<Id> value) {
        if (uses_images_) refuse_constants_of_bundle("set");
        constants_set_ = true;
        const ndweave::detail::constant_set*& all = ndweave::detail::handler_access::constants(core_);
        all = ndweave::detail::with_constant(all, detail::specialization_key<Id>(), &value, sizeof value);
    }
    template <auto& Id>
    detail::specialization_value<Id> get_specialization_constant() const {
        if (uses_images_) refuse_constants_of_bundle("get");
        return detail::specialization_in<Id>(ndweave::detail::handler_access::constants(core_));
    }
    /// The group's kernel is the bundle's (4.9.4.4): other kernels throw errc::kernel_not_supported. Throws
    /// errc::invalid for a bundle of another context than the queue's, and behind set_specialization_constant.
    void use_kernel_bundle(const kernel_bundle<bundle_state::executable>&);

    template <class Name = ndweave::detail::unnamed_kernel, class F>
    void single_task(const F& f) {
        using name = detail::kernel_name<Name, F>;
        if constexpr (detail::takes_kernel_handler<F>()) {
            static_cast<void>(&detail::handled_name<name>);
            single_task<name>(detail::handled_kernel<F>(f));
        } else {
            launch_kernel<name>(f, [this](const F& kernel) { core_.single_task<name>(kernel); });
        }
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

    /// `f(group)` for each of the work-groups, of `local` work-items (4.9.4.2.3), or of 32. Throws errc::nd_range for
    /// more than 1024 work-items in a group.
    template <class Name = ndweave::detail::unnamed_kernel, int D, class F>
    void parallel_for_work_group(range<D> groups, range<D> local, const F& f) {
        detail::require_hierarchical(local.size());
        range<D> one;
        for (int d = 0; d < D; ++d) one[d] = 1;
        with_handler<detail::kernel_name<Name, F>, ndweave::group<D>>(f, [&](auto name, const auto& kernel) {
            pass<typename decltype(name)::type>(nd_range<D>(groups, one), detail::work_group_kernel(kernel, local));
        });
    }
    template <class Name = ndweave::detail::unnamed_kernel, int D, class F>
    void parallel_for_work_group(range<D> groups, const F& f) {
        range<D> local;
        for (int d = 0; d < D; ++d) local[d] = 1;
        parallel_for_work_group<Name>(groups, local, f);
    }
    /// Runs a function on the host, as a command of the queue (4.10). It takes nothing or an interop_handle. What it
    /// throws goes to the async_handler, if there is one, and is no reason not to run later commands.
    template <class F>
    void host_task(F&& function) {
        std::decay_t<F> task(std::forward<F>(function));
        if (detail::placeholder_mark::any()) group_.patch(static_cast<void*>(std::addressof(task)), sizeof task);
        core_.host_task([f = std::move(task), errors = keeps_errors()](ndweave::interop_handle core) mutable {
            const auto run = [&] {
                if constexpr (std::is_invocable_v<std::decay_t<F>&>) {
                    f();
                } else {
                    f(detail::later<interop_handle, F>(core));
                }
            };
            if (!errors) return run();
            try {
                run();
            } catch (...) {
                keep_error(*errors);
            }
        });
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

    // The queue's device's copy of a device_global; as in queue.
    template <class T, class Properties>
    void memcpy(detail::device_global<T, Properties>& to, const void* from, std::size_t bytes = sizeof(T),
                std::size_t offset = 0) {
        memcpy(detail::device_global_copies::written(to, group_.queue().get_device(), bytes, offset), from, bytes);
    }
    template <class T, class Properties>
    void memcpy(void* to, const detail::device_global<T, Properties>& from, std::size_t bytes = sizeof(T),
                std::size_t offset = 0) {
        memcpy(to, detail::device_global_copies::read(from, group_.queue().get_device(), bytes, offset), bytes);
    }
    template <class T, class Properties>
    void copy(const std::remove_all_extents_t<T>* from, detail::device_global<T, Properties>& to,
              std::size_t count = detail::elements_in<T>, std::size_t first = 0) {
        memcpy(to, from, detail::element_bytes<T>(count), detail::element_bytes<T>(first));
    }
    template <class T, class Properties>
    void copy(const detail::device_global<T, Properties>& from, std::remove_all_extents_t<T>* to,
              std::size_t count = detail::elements_in<T>, std::size_t first = 0) {
        memcpy(to, from, detail::element_bytes<T>(count), detail::element_bytes<T>(first));
    }

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
    handler(ndweave::handler& core, detail::command_group& group, std::vector<event>& waits, const context& owner,
            detail::queue_state& queue)
        : core_(core), group_(group), waits_(waits), context_(owner), queue_(queue) {}

    /// The queue's, if it has an async_handler.
    std::shared_ptr<detail::queue_state> keeps_errors() const;
    /// Keeps the exception that is being handled.
    static void keep_error(detail::queue_state&);

    template <class Name, int D, class First, class... Rest>
    void launch(range<D> global, First&& first, Rest&&... rest) {
        if constexpr (std::is_same_v<std::remove_cvref_t<First>, id<D>> && sizeof...(Rest) == 1) {
            launch_at<Name>(global, first, rest...);
        } else {
            pass<Name>(global, std::forward<First>(first), std::forward<Rest>(rest)...);
        }
    }

    template <class Name, int D, class F>
    void launch_at(range<D> global, id<D> offset, const F& f) {
        with_handler<detail::kernel_name<Name, F>, ndweave::item<D>>(f, [&](auto name, const auto& kernel) {
            pass<typename decltype(name)::type>(global, detail::offset_kernel(kernel, offset));
        });
    }
    /// Passes the kernel on, as one that takes `Index` alone.
    template <class Name, class Index, class F, class Pass>
    void with_handler(const F& f, const Pass& pass_on) {
        if constexpr (detail::takes_kernel_handler<F, Index>()) {
            static_cast<void>(&detail::handled_name<Name>);
            pass_on(std::type_identity<Name>(), detail::handled_kernel<F>(f));
        } else {
            pass_on(std::type_identity<Name>(), f);
        }
    }

    /// The functor is the last argument.
    template <class Name, class Space, class First, class... Rest>
    void pass(const Space& space, const First& first, const Rest&... rest) {
        pass_last<Name>(space, std::forward_as_tuple(first, rest...), std::index_sequence_for<Rest...>());
    }
    template <class Name, class Space, class Arguments, std::size_t... K>
    void pass_last(const Space& space, const Arguments& arguments, std::index_sequence<K...>) {
        using F = std::remove_cvref_t<std::tuple_element_t<sizeof...(K), Arguments>>;
        using name = detail::kernel_name<Name, F>;
        const F& f = std::get<sizeof...(K)>(arguments);
        if constexpr (detail::takes_kernel_handler<F, detail::index_of<Space>>()) {
            static_cast<void>(&detail::handled_name<name>);
            const detail::handled_kernel<F> handled(f);
            pass_last<name>(space, std::forward_as_tuple(std::get<K>(arguments)..., handled),
                            std::index_sequence<K...>());
        } else {
            launch_kernel<name>(
                f, [&](const auto& kernel) { core_.parallel_for<name>(space, std::get<K>(arguments)..., kernel); });
        }
    }

    /// Launches a copy of the kernel in which placeholders have their addresses, if there may be some.
    template <class Name, class F, class Launch>
    void launch_kernel(const F& f, const Launch& launch) {
        if (uses_images_) choose_image(ndweave::detail::spelled_type<Name>());
        if (!detail::placeholder_mark::any()) return launch(f);
        alignas(F) unsigned char bytes[sizeof(F)];
        __builtin_memcpy(bytes, static_cast<const void*>(&f), sizeof(F));
        group_.patch(bytes, sizeof(F));
        launch(*reinterpret_cast<const F*>(bytes));
    }

    void use_images(const context& of, std::vector<detail::bundle_image>);
    void choose_image(const char* source_name);
    [[noreturn]] static void refuse_constants_of_bundle(const char* doing);

    ndweave::handler& core_;
    detail::command_group& group_;
    std::vector<event>& waits_;
    const context& context_;
    detail::queue_state& queue_;
    std::vector<detail::bundle_image> images_;
    bool uses_images_ = false, constants_set_ = false;
};

namespace detail {

/// For accessors.
struct handler_parts {
    static command_group& group(handler& h) { return h.group_; }
};

}  // namespace detail

}  // namespace sycl

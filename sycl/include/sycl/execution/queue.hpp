/// SYCL 2020 queue (4.6.5). Commands run in the order of their submission, whether or not the program asks for it.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "ndweave/detail/function_ref.hpp"
#include "sycl/execution/handler.hpp"
#include "sycl/execution/queue_properties.hpp"

namespace sycl {

namespace info::queue {
struct context {
    using return_type = sycl::context;
};
struct device {
    using return_type = sycl::device;
};
struct reference_count {
    using return_type = std::uint32_t;
};
}  // namespace info::queue

namespace ext::oneapi::experimental {
using ndweave::queue_state;
}  // namespace ext::oneapi::experimental

namespace detail {
/// Functions that score devices.
template <class S>
concept device_selector = std::invocable<const S&, const device&> && !std::is_convertible_v<const S&, const device&> &&
                          std::is_convertible_v<std::invoke_result_t<const S&, const device&>, int>;
template <class T>
inline constexpr bool is_event_list = std::is_convertible_v<T, event> || std::is_convertible_v<T, std::vector<event>>;
}  // namespace detail

class NDWEAVE_EXPORT queue {
public:
    /// Of the default device.
    explicit queue(const property_list& properties = {}) : queue(device(), async_handler(), properties) {}
    explicit queue(const async_handler& handler, const property_list& properties = {})
        : queue(device(), handler, properties) {}

    /// SYCL 1.2.1's selectors convert: `q = gpu_selector()`.
    template <detail::device_selector Selector>
    explicit(!std::is_base_of_v<device_selector, Selector>)
        queue(const Selector& selector, const property_list& properties = {})
        : queue(device(selector), async_handler(), properties) {}
    template <detail::device_selector Selector>
    explicit queue(const Selector& selector, const async_handler& handler, const property_list& properties = {})
        : queue(device(selector), handler, properties) {}

    explicit queue(const device& d, const property_list& properties = {}) : queue(d, async_handler(), properties) {}
    explicit queue(const device& d, const async_handler& handler, const property_list& properties = {})
        : queue(detail::context_parts::default_of(d), d, handler, properties) {}

    /// Throw errc::invalid if the device is not of the context, or no device of it suits the selector.
    template <detail::device_selector Selector>
    explicit queue(const context& c, const Selector& selector, const property_list& properties = {})
        : queue(c, selector, async_handler(), properties) {}
    template <detail::device_selector Selector>
    explicit queue(const context& c, const Selector& selector, const async_handler& handler,
                   const property_list& properties = {})
        : queue(c, ndweave::detail::select(c.get_devices(), selector, ndweave::errc::invalid), handler, properties) {}
    explicit queue(const context& c, const device& d, const property_list& properties = {})
        : queue(c, d, async_handler(), properties) {}
    explicit queue(const context&, const device&, const async_handler&, const property_list& = {});

    /// Core's.
    operator ndweave::queue&() { return core(); }
    operator const ndweave::queue&() const { return core(); }

    device get_device() const { return core().get_device(); }
    context get_context() const;
    backend get_backend() const noexcept { return get_device().get_backend(); }
    /// Whether the program asked for it.
    bool is_in_order() const { return has_property<property::queue::in_order>(); }
    bool ext_oneapi_has_graph() const { return false; }

    template <class Property>
    bool has_property() const noexcept {
        return properties().template has_property<Property>();
    }
    template <class Property>
    Property get_property() const {
        return properties().template get_property<Property>();
    }
    template <class Info>
    typename Info::return_type get_info() const {
        if constexpr (std::is_same_v<Info, info::queue::context>) {
            return get_context();
        } else if constexpr (std::is_same_v<Info, info::queue::device>) {
            return get_device();
        } else {
            static_assert(std::is_same_v<Info, info::queue::reference_count>, "a descriptor of info::queue is wanted");
            return static_cast<std::uint32_t>(state_.use_count());
        }
    }

    /// Runs the command group function, which takes a `handler&`, before returning; if it throws, nothing is submitted.
    template <class CommandGroup>
    requires std::invocable<CommandGroup&, handler&> event submit(CommandGroup&& group) {
        return submit_group([&group](handler& h) { group(h); });
    }
    /// To `secondary`, if this queue's device refuses the group.
    template <class CommandGroup>
    requires std::invocable<CommandGroup&, handler&> event submit(CommandGroup&& group, const queue& secondary) {
        try {
            return submit(group);
        } catch (const ndweave::exception&) {
            return queue(secondary).submit(group);
        }
    }

    // Shortcuts for command groups with one action (4.6.5.2). The action starts after the given events.

    template <class Name = ndweave::detail::unnamed_kernel, class F>
    event single_task(const F& f) {
        if constexpr (detail::takes_kernel_handler<F>()) {
            return submit([&f](handler& h) { h.single_task<Name>(f); });
        } else {
            return record(core().single_task<Name>(f));
        }
    }
    template <class Name = ndweave::detail::unnamed_kernel, class F>
    event single_task(const event& after, const F& f) {
        return single_task<Name>(std::vector<event>{after}, f);
    }
    template <class Name = ndweave::detail::unnamed_kernel, class F>
    event single_task(const std::vector<event>& after, const F& f) {
        if constexpr (detail::takes_kernel_handler<F>()) {
            return submit([&](handler& h) {
                h.depends_on(after);
                h.single_task<Name>(f);
            });
        } else {
            return record(core().single_task<Name>(cores(after), f), after);
        }
    }

    /// `parallel_for(range, [events,] [reduction…,] functor)`; see handler::parallel_for.
    template <class Name = ndweave::detail::unnamed_kernel, class... Rest>
    event parallel_for(range<1> global, Rest&&... rest) {
        return launch<Name>(global, std::forward<Rest>(rest)...);
    }
    template <class Name = ndweave::detail::unnamed_kernel, class... Rest>
    event parallel_for(range<2> global, Rest&&... rest) {
        return launch<Name>(global, std::forward<Rest>(rest)...);
    }
    template <class Name = ndweave::detail::unnamed_kernel, class... Rest>
    event parallel_for(range<3> global, Rest&&... rest) {
        return launch<Name>(global, std::forward<Rest>(rest)...);
    }
    template <class Name = ndweave::detail::unnamed_kernel, int D, class... Rest>
    event parallel_for(nd_range<D> execution, Rest&&... rest) {
        return launch<Name>(execution, std::forward<Rest>(rest)...);
    }
    // Lists in braces have no type to deduce: `parallel_for(n, {a, b}, f)`.
    template <class Name = ndweave::detail::unnamed_kernel, class... Rest>
    event parallel_for(range<1> global, const std::vector<event>& after, Rest&&... rest) {
        return launch<Name>(global, after, std::forward<Rest>(rest)...);
    }
    template <class Name = ndweave::detail::unnamed_kernel, class... Rest>
    event parallel_for(range<2> global, const std::vector<event>& after, Rest&&... rest) {
        return launch<Name>(global, after, std::forward<Rest>(rest)...);
    }
    template <class Name = ndweave::detail::unnamed_kernel, class... Rest>
    event parallel_for(range<3> global, const std::vector<event>& after, Rest&&... rest) {
        return launch<Name>(global, after, std::forward<Rest>(rest)...);
    }
    template <class Name = ndweave::detail::unnamed_kernel, int D, class... Rest>
    event parallel_for(nd_range<D> execution, const std::vector<event>& after, Rest&&... rest) {
        return launch<Name>(execution, after, std::forward<Rest>(rest)...);
    }

    event memcpy(void* to, const void* from, std::size_t bytes, const std::vector<event>& after = {});
    event memcpy(void* to, const void* from, std::size_t bytes, const event& after);
    template <class T>
    event copy(const T* from, T* to, std::size_t count, const std::vector<event>& after = {}) {
        return record(core().copy(from, to, count, cores(after)), after);
    }
    template <class T>
    event copy(const T* from, T* to, std::size_t count, const event& after) {
        return copy(from, to, count, std::vector<event>{after});
    }

    // Copies to and from this device's copy of a device_global (sycl_ext_oneapi_device_global). Throw errc::invalid
    // where they leave it. `offset` counts bytes, `first` elements.
    template <class T, class Properties>
    event memcpy(detail::device_global<T, Properties>& to, const void* from, std::size_t bytes = sizeof(T),
                 std::size_t offset = 0, const std::vector<event>& after = {}) {
        return memcpy(detail::device_global_copies::written(to, get_device(), bytes, offset), from, bytes, after);
    }
    template <class T, class Properties>
    event memcpy(detail::device_global<T, Properties>& to, const void* from, std::size_t bytes, std::size_t offset,
                 const event& after) {
        return memcpy(to, from, bytes, offset, std::vector<event>{after});
    }
    template <class T, class Properties>
    event memcpy(void* to, const detail::device_global<T, Properties>& from, std::size_t bytes = sizeof(T),
                 std::size_t offset = 0, const std::vector<event>& after = {}) {
        return memcpy(to, detail::device_global_copies::read(from, get_device(), bytes, offset), bytes, after);
    }
    template <class T, class Properties>
    event memcpy(void* to, const detail::device_global<T, Properties>& from, std::size_t bytes, std::size_t offset,
                 const event& after) {
        return memcpy(to, from, bytes, offset, std::vector<event>{after});
    }
    template <class T, class Properties>
    event copy(const std::remove_all_extents_t<T>* from, detail::device_global<T, Properties>& to,
               std::size_t count = detail::elements_in<T>, std::size_t first = 0,
               const std::vector<event>& after = {}) {
        return memcpy(to, from, detail::element_bytes<T>(count), detail::element_bytes<T>(first), after);
    }
    template <class T, class Properties>
    event copy(const std::remove_all_extents_t<T>* from, detail::device_global<T, Properties>& to, std::size_t count,
               std::size_t first, const event& after) {
        return copy(from, to, count, first, std::vector<event>{after});
    }
    template <class T, class Properties>
    event copy(const detail::device_global<T, Properties>& from, std::remove_all_extents_t<T>* to,
               std::size_t count = detail::elements_in<T>, std::size_t first = 0,
               const std::vector<event>& after = {}) {
        return memcpy(to, from, detail::element_bytes<T>(count), detail::element_bytes<T>(first), after);
    }
    template <class T, class Properties>
    event copy(const detail::device_global<T, Properties>& from, std::remove_all_extents_t<T>* to, std::size_t count,
               std::size_t first, const event& after) {
        return copy(from, to, count, first, std::vector<event>{after});
    }

    // Of accessors, which are placeholders: copies from or to memory, and between two.
    template <class T, int D, access_mode M, target Target, access::placeholder P, class To>
    event copy(accessor<T, D, M, Target, P> from, To to) {
        return submit([&](handler& h) {
            h.require(from);
            if constexpr (detail::is_accessor<To>) h.require(to);
            h.copy(from, std::move(to));
        });
    }
    template <class From, class T, int D, access_mode M, target Target, access::placeholder P>
    requires(!detail::is_accessor<From>) event copy(From from, accessor<T, D, M, Target, P> to) {
        return submit([&](handler& h) {
            h.require(to);
            h.copy(std::move(from), to);
        });
    }
    template <class T, int D, access_mode M, target Target, access::placeholder P>
    event fill(accessor<T, D, M, Target, P> to, const std::type_identity_t<T>& pattern) {
        return submit([&](handler& h) {
            h.require(to);
            h.fill(to, pattern);
        });
    }
    template <class T, int D, access_mode M, target Target, access::placeholder P>
    event update_host(accessor<T, D, M, Target, P> a) {
        return submit([&](handler& h) {
            h.require(a);
            h.update_host(a);
        });
    }
    event memset(void* to, int value, std::size_t bytes, const std::vector<event>& after = {});
    event memset(void* to, int value, std::size_t bytes, const event& after);
    template <class T>
    event fill(void* to, const T& pattern, std::size_t count, const std::vector<event>& after = {}) {
        return record(core().fill(to, pattern, count, cores(after)), after);
    }
    template <class T>
    event fill(void* to, const T& pattern, std::size_t count, const event& after) {
        return fill(to, pattern, count, std::vector<event>{after});
    }
    event prefetch(const void* memory, std::size_t bytes, const std::vector<event>& after = {});
    event prefetch(const void* memory, std::size_t bytes, const event& after);
    event mem_advise(const void* memory, std::size_t bytes, int advice, const std::vector<event>& after = {});
    event mem_advise(const void* memory, std::size_t bytes, int advice, const event& after);

    event ext_oneapi_graph(const ndweave::command_graph<ndweave::graph_state::executable>&);
    event ext_oneapi_graph(const ndweave::command_graph<ndweave::graph_state::executable>&,
                           const std::vector<event>& after);
    event ext_oneapi_graph(const ndweave::command_graph<ndweave::graph_state::executable>&, const event& after);
    ext::oneapi::experimental::queue_state ext_oneapi_get_state() const { return core().ext_oneapi_get_state(); }

    /// An event of all before it, or of these events as well (sycl_ext_oneapi_enqueue_barrier).
    event ext_oneapi_submit_barrier();
    event ext_oneapi_submit_barrier(const std::vector<event>& after);

    /// Returns when everything submitted is done. An error of it is thrown, or kept for the async_handler if there is
    /// one.
    void wait();
    void wait_and_throw();
    void throw_asynchronous();

    friend bool operator==(const queue& a, const queue& b) { return a.state_ == b.state_; }

private:
    friend struct std::hash<queue>;

    ndweave::queue& core() const;
    const property_list& properties() const;
    /// See queue_state.
    const ndweave::kernel_properties& kernel_defaults() const;
    event submit_group(ndweave::detail::function_ref<void(handler&)> group);
    /// The event of a command group that core has got.
    event record(ndweave::event);
    event record(ndweave::event, const std::vector<event>& after);
    static std::vector<ndweave::event> cores(const std::vector<event>&);

    /// Whether core's queue does not take such arguments: the functor, the last of them, takes a kernel_handler, or
    /// the indices begin at an id, the first.
    template <class Space, class First, class... Rest>
    static constexpr bool needs_group() {
        using F = std::remove_cvref_t<std::tuple_element_t<sizeof...(Rest), std::tuple<First, Rest...>>>;
        return detail::takes_kernel_handler<F, detail::index_of<Space>>() ||
               (sizeof...(Rest) > 0 && std::is_same_v<std::remove_cvref_t<First>, id<Space::dimensions>>);
    }

    template <class Name, class Space, class First, class... Rest>
    event launch(const Space& space, First&& first, Rest&&... rest) {
        if constexpr (std::is_convertible_v<First, event>) {
            return launch<Name>(space, std::vector<event>{first}, std::forward<Rest>(rest)...);
        } else if constexpr (std::is_convertible_v<First, std::vector<event>>) {
            const std::vector<event>& after = first;
            if constexpr (needs_group<Space, Rest...>()) {
                return submit([&](handler& h) {
                    h.depends_on(after);
                    h.parallel_for<Name>(space, rest...);
                });
            } else {
                return record(core().template parallel_for<Name>(space, cores(after), kernel_defaults(),
                                                                 std::forward<Rest>(rest)...),
                              after);
            }
        } else if constexpr (needs_group<Space, First, Rest...>()) {
            return submit([&](handler& h) { h.parallel_for<Name>(space, first, rest...); });
        } else {
            return record(core().template parallel_for<Name>(space, kernel_defaults(), std::forward<First>(first),
                                                             std::forward<Rest>(rest)...));
        }
    }

    std::shared_ptr<detail::queue_state> state_;
};

}  // namespace sycl

template <>
struct std::hash<sycl::queue> {
    std::size_t operator()(const sycl::queue& q) const noexcept { return std::hash<const void*>()(q.state_.get()); }
};

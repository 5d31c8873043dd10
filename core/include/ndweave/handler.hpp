/// SYCL 2020 handler (4.9.4): the dependencies, local memory and action of a command group.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "ndweave/detail/constants.hpp"
#include "ndweave/detail/kernel.hpp"
#include "ndweave/detail/kernel_list.hpp"
#include "ndweave/device_copyable.hpp"
#include "ndweave/event.hpp"
#include "ndweave/exception.hpp"
#include "ndweave/property.hpp"

namespace ndweave {

class handler;

enum class graph_state { modifiable, executable };
template <graph_state State = graph_state::modifiable>
class command_graph;  // graph.hpp
template <>
class command_graph<graph_state::executable>;

namespace detail {

class queue_core;
class submission;
struct handler_access;

struct interop_access;
/// The same, looked up where a host task is instantiated: interop.hpp includes this header.
template <class F>
using interop_access_for = std::conditional_t<true, interop_access, F>;

/// The limit of a launch, which compiled kernels assume of ids. No machine could run more.
inline constexpr std::size_t max_work_items = std::size_t{1} << 48;
[[noreturn]] NDWEAVE_EXPORT void throw_too_many_work_items();

/// The place of a local_accessor's array in the group's local memory.
struct local_array {
    std::size_t offset, bytes;
};

/// One kernel launch, from the templates to the device. Ranges in hardware axes (0 fastest), 1 beyond the dimensions.
struct launch {
    kernel_record* kernel;
    const void* functor;  // kernel->functor_size bytes; valid for the call only
    std::uint64_t global_range[3];
    std::uint64_t local_range[3];  // {0,0,0}: the device chooses (basic kernels)
    std::uint64_t local_memory_bytes;
    kernel_properties properties;
    std::shared_ptr<const std::vector<local_array>> local_arrays = nullptr;  // check mode only, else null
    /// Total iterations, if work-items loop over several; 0: one each. On a GPU any number of groups divides them.
    std::uint64_t points = 0;
    bool numbers_items = false;  // library mode: work-items of basic kernels ask for their number in the launch
};

/// How a reduction over a range is divided: groups of `local` work-items. On CPUs a group is one work-item that handles
/// `run` consecutive points.
struct reduction_shape {
    std::size_t groups, local, run;
};

/// The product of two sizes; saturates at the largest size.
constexpr std::size_t product(std::size_t a, std::size_t b) { return b != 0 && a > SIZE_MAX / b ? SIZE_MAX : a * b; }

/// The elements of an array; saturates likewise.
template <int D>
constexpr std::size_t elements_of(const range<D>& extent) {
    std::size_t n = 1;
    for (int d = 0; d < D; ++d) {
        if (extent[d] == 0) return 0;
        n = product(n, extent[d]);
    }
    return n;
}

/// The work-items of `extent`. Throws errc::nd_range if they exceed the limit of a launch.
template <int D>
std::size_t work_items_of(const range<D>& extent) {
    const std::size_t items = elements_of(extent);
    if (items > max_work_items) throw_too_many_work_items();
    return items;
}

/// The bytes of `count` objects of `size` bytes; saturates likewise.
constexpr std::size_t bytes_of(std::size_t count, std::size_t size) { return product(count, size); }

/// Reductions go through detail::submit_reduction (reduction.hpp), found at instantiation.
template <class T>
inline constexpr bool is_kernel_properties = std::is_same_v<std::remove_cvref_t<T>, kernel_properties>;

/// What the kernel's attributes require counts for more than the launch's properties.
inline void take_required_sizes(launch& l) {
    const kernel_record& kernel = *l.kernel;
    if (kernel.required_sub_group_size != 0) l.properties.sub_group_size = kernel.required_sub_group_size;
    if (kernel.required_work_group_size[0] == 0) return;
    for (int d = 0; d < 3; ++d) l.properties.work_group_size[d] = kernel.required_work_group_size[d];
}

/// The launch of a functor, whose index argument decides its kind. `local`: of nd-range kernels.
template <class Name, kernel_kind Kind, int D, class F>
launch make_launch(const F& f, const range<D>& global, std::type_identity_t<const range<D>*> local,
                   const kernel_properties& properties) {
    static_assert(is_device_copyable_v<F>,
                  "the kernel captures by value what no copy of bytes brings to a device, such as a std::vector or a "
                  "std::string: capture a pointer to USM memory (malloc_device, malloc_shared)");
    static_cast<void>(&listed<F, D, Kind, Name>);
    constexpr std::uint64_t item = Kind == kernel_kind::basic ? 0 : 1;
    launch l{&record<F, D, Kind, Name>, &f, {1, 1, 1}, {item, item, item}, 0, properties};
    take_required_sizes(l);
    for (int d = 0; d < D; ++d) {
        l.global_range[axis_of<D>(d)] = global[d];
        if constexpr (Kind == kernel_kind::nd_range) l.local_range[axis_of<D>(d)] = (*local)[d];
    }
    return l;
}

}  // namespace detail

class NDWEAVE_EXPORT handler {
public:
    handler(const handler&) = delete;
    handler& operator=(const handler&) = delete;

    /// The group's action starts after `e`. May precede or follow the action.
    void depends_on(const event& e);
    void depends_on(const std::vector<event>& events) {
        for (const event& e : events) depends_on(e);
    }

    /// Kernel properties of the action that follows.
    handler& use(const kernel_properties& properties) {
        properties_ = properties;
        return *this;
    }

    template <class Name = detail::unnamed_kernel, class F>
    void single_task(const F& f) {
        launch(detail::make_launch<Name, detail::kernel_kind::single_task, 1>(f, range<1>(1), nullptr, properties_));
    }

    /// `parallel_for(range, [properties,] [reduction…,] functor)`; the functor takes id<D> or item<D>, then the
    /// reducers.
    template <class Name = detail::unnamed_kernel, int D, class First, class... Rest>
    void parallel_for(range<D> global, First&& first, Rest&&... rest) {
        if constexpr (detail::is_kernel_properties<First>) {
            use(first).template parallel_for<Name>(global, std::forward<Rest>(rest)...);
        } else if constexpr (sizeof...(Rest) == 0) {
            launch(detail::make_launch<Name, detail::kernel_kind::basic>(first, global, nullptr, properties_));
        } else {
            submit_reduction<Name>(*this, global, std::forward<First>(first), std::forward<Rest>(rest)...);
        }
    }

    /// A number is a range of one dimension.
    template <class Name = detail::unnamed_kernel, std::integral Count, class... Rest>
    void parallel_for(Count global, Rest&&... rest) {
        parallel_for<Name>(range<1>(static_cast<std::size_t>(global)), std::forward<Rest>(rest)...);
    }

    /// `parallel_for(nd_range, [properties,] [reduction…,] functor)`; the functor takes nd_item<D>, then the reducers.
    template <class Name = detail::unnamed_kernel, int D, class First, class... Rest>
    void parallel_for(nd_range<D> execution, First&& first, Rest&&... rest) {
        if constexpr (detail::is_kernel_properties<First>) {
            use(first).template parallel_for<Name>(execution, std::forward<Rest>(rest)...);
        } else if constexpr (sizeof...(Rest) == 0) {
            const range<D> local = execution.get_local_range();
            std::uint64_t offset[3] = {};
            for (int d = 0; d < D; ++d) offset[detail::axis_of<D>(d)] = execution.get_offset()[d];
            launch_at(detail::make_launch<Name, detail::kernel_kind::nd_range>(first, execution.get_global_range(),
                                                                               &local, properties_),
                      offset);
        } else {
            submit_reduction<Name>(*this, execution, std::forward<First>(first), std::forward<Rest>(rest)...);
        }
    }

    /// Runs a C++ function on a thread of the host, behind everything before (SYCL 2020, 4.10): on a synchronous CPU
    /// queue the calling thread, else one of the queue's own. It takes nothing, or an interop_handle
    /// (interop.hpp). What it throws,
    /// `wait` throws; later commands of the queue are not run until then. It may submit to queues and wait for other
    /// ones; waiting for its own, or for what waits for it, throws errc::invalid. Throws errc::feature_not_supported
    /// for a queue that records.
    template <class F>
    void host_task(F&& function) {
        // Shared: functions may be move-only, and std::function copies.
        auto held = std::make_shared<std::decay_t<F>>(std::forward<F>(function));
        if constexpr (std::is_invocable_v<std::decay_t<F>&>) {
            run_on_host([held](detail::queue_core&) { (*held)(); });
        } else {
            run_on_host([held](detail::queue_core& queue) { (*held)(detail::interop_access_for<F>::make(queue)); });
        }
    }

    void memcpy(void* to, const void* from, std::size_t bytes);
    void memset(void* to, int value, std::size_t bytes);
    template <class T>
    void copy(const T* from, T* to, std::size_t count) {
        memcpy(to, from, detail::bytes_of(count, sizeof(T)));
    }
    template <class T>
    void fill(void* to, const T& pattern, std::size_t count) {
        static_assert(std::is_trivially_copyable_v<T>);
        fill_bytes(to, &pattern, sizeof(T), count);
    }

    /// A hint (SYCL 2020, 4.9.4.3) that the queue's device will soon use `bytes` of shared memory: drivers that move
    /// pages on demand bring them there ahead. Without effect for other memory, on other devices (the CPU), and in a
    /// graph. Throws errc::invalid for a range that is not within one live USM allocation which the device reaches.
    void prefetch(const void* memory, std::size_t bytes);
    /// A hint how the queue's device will use shared memory; as prefetch. `advice` is a number of the backend's: of
    /// CUDA's CUmem_advise and HIP's hipMemoryAdvise, about the queue's device. 0 takes back all of it. May take effect
    /// before the commands in front of it. Throws errc::invalid for a number that the driver does not have.
    void mem_advise(const void* memory, std::size_t bytes, int advice);

    /// See queue::ext_oneapi_graph. Throws errc::invalid for a graph of another device.
    void ext_oneapi_graph(const command_graph<graph_state::executable>& graph);

private:
    friend class detail::submission;
    friend struct detail::handler_access;
    explicit handler(detail::submission& submission) : submission_(submission) {}

    std::size_t reserve_local(std::size_t bytes, std::size_t alignment);
    void* scratch(std::size_t bytes);
    detail::reduction_shape divide_reduction(std::size_t points);
    void expect_result(const void* variable, std::size_t bytes);

    void claim_action();
    void run_on_host(std::function<void(detail::queue_core&)> function);
    void launch(detail::launch l);
    /// An nd-range kernel whose global ids begin at `offset`.
    void launch_at(detail::launch l, const std::uint64_t (&offset)[3]);
    void fill_bytes(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count);

    detail::submission& submission_;
    kernel_properties properties_;
    std::size_t local_bytes_ = 0;
    std::size_t points_ = 0;
    std::shared_ptr<std::vector<detail::local_array>> local_arrays_;  // check mode only
    const detail::constant_set* constants_ = nullptr;
    bool numbers_items_ = false, acted_ = false;
};

namespace detail {

/// The part of handlers that local_accessor, reductions, specialization constants and streams need beyond the public
/// interface.
struct handler_access {
    /// The group's kernel may call __ndweave_item_number.
    static void number_items(handler& h) { h.numbers_items_ = true; }
    /// Values for the group's kernel; null: none.
    static const constant_set*& constants(handler& h) { return h.constants_; }
    /// Reserves `bytes` of the group's local memory; returns the offset from its start.
    static std::size_t reserve_local(handler& h, std::size_t bytes, std::size_t alignment) {
        return h.reserve_local(bytes, alignment);
    }
    /// At least `bytes` of device memory for the partial results of the group's action, a reduction. Exclusive to the
    /// group until its action is submitted. All zero; the action leaves it so.
    static void* scratch(handler& h, std::size_t bytes) { return h.scratch(bytes); }
    /// Divides the group's action, a reduction over that many points, for the device. On CPUs
    /// the points are also used for cost estimation.
    static reduction_shape divide_reduction(handler& h, std::size_t points) { return h.divide_reduction(points); }
    /// The group's action writes (and may read) that much at its end only.
    static void expect_result(handler& h, const void* variable, std::size_t bytes) { h.expect_result(variable, bytes); }
};

}  // namespace detail

}  // namespace ndweave

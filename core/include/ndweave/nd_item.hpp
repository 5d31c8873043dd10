/// SYCL 2020 group, sub_group and nd_item (4.9.1.5 to 4.9.1.8), and group_barrier (4.17.3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "ndweave/builtins.h"
#include "ndweave/detail/group_copy.hpp"
#include "ndweave/item.hpp"

namespace ndweave {

namespace access {

/// SYCL 2020, 4.7.7.1.
enum class address_space : int { global_space, local_space, constant_space, private_space, generic_space };

/// SYCL 1.2.1, 3.5.2.2: what `nd_item::barrier` and `mem_fence` order.
enum class fence_space : int { local_space, global_space, global_and_local };

}  // namespace access

enum class memory_scope : std::uint32_t { work_item = 0, sub_group = 1, work_group = 2, device = 3, system = 4 };
enum class memory_order : std::uint32_t { relaxed = 0, acquire = 2, release = 3, acq_rel = 4, seq_cst = 5 };

inline constexpr memory_scope memory_scope_work_item = memory_scope::work_item;
inline constexpr memory_scope memory_scope_sub_group = memory_scope::sub_group;
inline constexpr memory_scope memory_scope_work_group = memory_scope::work_group;
inline constexpr memory_scope memory_scope_device = memory_scope::device;
inline constexpr memory_scope memory_scope_system = memory_scope::system;

namespace detail {
template <class F>
struct work_item_loop;  // sycl/groups/hierarchical.hpp
template <class T, int N>
struct vector_of;  // sycl/types/vec.hpp
/// The elements of a vector; 0: of another type.
template <class T>
inline constexpr int vector_elements = 0;
}  // namespace detail

template <int D = 1>
class group {
public:
    using id_type = id<D>;
    using range_type = range<D>;
    using linear_id_type = std::size_t;
    static constexpr int dimensions = D;
    static constexpr memory_scope fence_scope = memory_scope::work_group;

    constexpr group(id<D> group_id, range<D> group_range, id<D> local_id, range<D> local_range)
        : group_id_(group_id), group_range_(group_range), local_id_(local_id), local_range_(local_range) {}

    constexpr id<D> get_group_id() const { return group_id_; }
    constexpr std::size_t get_group_id(int d) const { return group_id_[d]; }
    constexpr std::size_t operator[](int d) const { return group_id_[d]; }
    constexpr range<D> get_group_range() const { return group_range_; }
    constexpr std::size_t get_group_range(int d) const { return group_range_[d]; }
    constexpr range<D> get_local_range() const { return local_range_; }
    constexpr std::size_t get_local_range(int d) const { return local_range_[d]; }
    constexpr range<D> get_max_local_range() const { return local_range_; }
    constexpr id<D> get_local_id() const { return local_id_; }
    constexpr std::size_t get_local_id(int d) const { return local_id_[d]; }

    constexpr std::size_t get_group_linear_id() const { return linear(group_id_, group_range_); }
    constexpr std::size_t get_group_linear_range() const { return group_range_.size(); }
    constexpr std::size_t get_local_linear_id() const { return linear(local_id_, local_range_); }
    constexpr std::size_t get_local_linear_range() const { return local_range_.size(); }
    constexpr bool leader() const { return get_local_linear_id() == 0; }

    // SYCL 1.2.1's names (4.8.1.8).
    constexpr id<D> get_id() const { return group_id_; }
    constexpr std::size_t get_id(int d) const { return group_id_[d]; }
    constexpr std::size_t get_linear_id() const { return get_group_linear_id(); }
    constexpr range<D> get_global_range() const { return group_range_ * local_range_; }
    constexpr std::size_t get_global_range(int d) const { return group_range_[d] * local_range_[d]; }
    void mem_fence(access::fence_space = access::fence_space::global_and_local) const {
        __ndweave_fence(static_cast<std::uint32_t>(memory_scope::work_group));
    }

    /// Copies `count` elements (4.9.1.7); all work-items of the group call it with the same arguments. Both memories
    /// are left alone until the event, or `wait_for`, has been waited for.
    template <class To, class From>
    device_event async_work_group_copy(To to, From from, std::size_t count) const {
        detail::copy_by_group(detail::plain_pointer(to), detail::plain_pointer(from), count, 1, 1,
                              get_local_linear_id(), get_local_linear_range());
        return {};
    }
    /// With gaps in global memory, which is that of the multi_ptr in the global space: `stride` elements from one of
    /// the copied to the next.
    template <detail::says_address_space To, detail::says_address_space From>
    device_event async_work_group_copy(To to, From from, std::size_t count, std::size_t stride) const {
        constexpr bool to_global = To::address_space == access::address_space::global_space;
        static_assert(to_global != (From::address_space == access::address_space::global_space),
                      "a strided async_work_group_copy is between global and local memory");
        detail::copy_by_group(to.get_raw(), from.get_raw(), count, to_global ? stride : 1, to_global ? 1 : stride,
                              get_local_linear_id(), get_local_linear_range());
        return {};
    }
    /// Waits for the copies; all work-items of the group call it.
    template <class... Events>
    requires(std::is_same_v<Events, device_event> && ...) void wait_for(Events...) const {
        __ndweave_barrier();
    }

    /// In kernels of sycl::handler::parallel_for_work_group only (4.9.4.2.3): `f(h_item)` for each work-item of the
    /// group, or for each index of `flexible`, which they share out.
    template <class F>
    void parallel_for_work_item(const F& f) const {
        detail::work_item_loop<F>::run(*this, local_range_, f);
    }
    template <class F>
    void parallel_for_work_item(const range<D>& flexible, const F& f) const {
        detail::work_item_loop<F>::run(*this, flexible, f);
    }

    friend constexpr bool operator==(const group& a, const group& b) {
        return a.group_id_ == b.group_id_ && a.group_range_ == b.group_range_;
    }

private:
    static constexpr std::size_t linear(const id<D>& i, const range<D>& r) {
        std::size_t n = i[0];
        for (int d = 1; d < D; ++d) n = n * r[d] + i[d];
        return n;
    }

    id<D> group_id_;
    range<D> group_range_;
    id<D> local_id_;
    range<D> local_range_;
};

/// Work-items of consecutive local linear id that run as one SIMD unit. On the CPU a fixed SIMD width, on GPUs the
/// warp.
class sub_group {
public:
    using id_type = id<1>;
    using range_type = range<1>;
    using linear_id_type = std::uint32_t;
    static constexpr int dimensions = 1;
    static constexpr memory_scope fence_scope = memory_scope::sub_group;

    explicit sub_group(std::uint32_t group_items) : group_items_(group_items) {}

    id<1> get_local_id() const { return id<1>(__ndweave_sub_group_local_id()); }
    std::uint32_t get_local_linear_id() const { return __ndweave_sub_group_local_id(); }
    id<1> get_group_id() const { return id<1>(__ndweave_sub_group_id()); }
    std::uint32_t get_group_linear_id() const { return __ndweave_sub_group_id(); }
    range<1> get_max_local_range() const { return range<1>(__ndweave_sub_group_size()); }
    /// Number of work-items of this sub-group; the last one of a group may be partial.
    range<1> get_local_range() const { return range<1>(get_local_linear_range()); }
    std::uint32_t get_local_linear_range() const {
        const std::uint32_t size = __ndweave_sub_group_size();
        const std::uint32_t left = group_items_ - __ndweave_sub_group_id() * size;
        return left < size ? left : size;
    }
    range<1> get_group_range() const { return range<1>(get_group_linear_range()); }
    std::uint32_t get_group_linear_range() const {
        const std::uint32_t size = __ndweave_sub_group_size();
        return (group_items_ + size - 1) / size;
    }
    bool leader() const { return get_local_linear_id() == 0; }

    /// sycl_ext_oneapi_sub_group's name of group_barrier.
    void barrier(access::fence_space = access::fence_space::global_and_local) const { __ndweave_sub_group_barrier(); }
    range<1> get_uniform_group_range() const { return get_group_range(); }

    // That extension's names of the shuffles: select_from_group and others.
    template <class T>
    T shuffle(T x, id<1> from) const {
        return select_from_group(*this, x, from);
    }
    template <class T>
    T shuffle_down(T x, std::uint32_t distance) const {
        return shift_group_left(*this, x, distance);
    }
    template <class T>
    T shuffle_up(T x, std::uint32_t distance) const {
        return shift_group_right(*this, x, distance);
    }
    template <class T>
    T shuffle_xor(T x, id<1> mask) const {
        return permute_group_by_xor(*this, x, mask);
    }

    // sycl_ext_oneapi_sub_group's loads and stores. Pointers, or sycl::multi_ptr, are the same for all work-items.
    /// The element of the work-item, behind `from`.
    template <class P>
    auto load(P from) const {
        return detail::plain_pointer(from)[get_local_linear_id()];
    }
    /// A sycl::vec: element k is as many times k elements further as a full sub-group has work-items.
    template <int N, class P>
    auto load(P from) const {
        const auto* const first = detail::plain_pointer(from) + get_local_linear_id();
        typename detail::vector_of<std::remove_cvref_t<decltype(*first)>, N>::type v;
        for (int k = 0; k < N; ++k) v[k] = first[static_cast<std::uint32_t>(k) * __ndweave_sub_group_size()];
        return v;
    }
    /// Of a value or, as `load<N>` reads it, of a sycl::vec.
    template <class P, class T>
    void store(P to, const T& x) const {
        auto* const first = detail::plain_pointer(to) + get_local_linear_id();
        if constexpr (constexpr int N = detail::vector_elements<T>;
                      N != 0 && !std::is_assignable_v<decltype(*first), T>) {
            for (int k = 0; k < N; ++k) first[static_cast<std::uint32_t>(k) * __ndweave_sub_group_size()] = x[k];
        } else {
            *first = x;
        }
    }

    friend bool operator==(const sub_group& a, const sub_group& b) { return a.group_items_ == b.group_items_; }

private:
    std::uint32_t group_items_;
};

template <int D = 1>
class nd_item {
public:
    static constexpr int dimensions = D;

    constexpr nd_item(id<D> group_id, range<D> group_range, id<D> local_id, range<D> local_range, id<D> offset = {})
        : group_(group_id, group_range, local_id, local_range), offset_(offset) {}

    constexpr group<D> get_group() const { return group_; }
    constexpr std::size_t get_group(int d) const { return group_[d]; }
    constexpr std::size_t get_group_linear_id() const { return group_.get_group_linear_id(); }
    constexpr range<D> get_group_range() const { return group_.get_group_range(); }
    constexpr std::size_t get_group_range(int d) const { return group_.get_group_range(d); }
    constexpr id<D> get_local_id() const { return group_.get_local_id(); }
    constexpr std::size_t get_local_id(int d) const { return group_.get_local_id(d); }
    constexpr std::size_t get_local_linear_id() const { return group_.get_local_linear_id(); }
    constexpr range<D> get_local_range() const { return group_.get_local_range(); }
    constexpr std::size_t get_local_range(int d) const { return group_.get_local_range(d); }
    constexpr std::size_t get_global_id(int d) const { return position(d) + offset_[d]; }
    constexpr id<D> get_global_id() const {
        id<D> r;
        for (int d = 0; d < D; ++d) r[d] = get_global_id(d);
        return r;
    }
    constexpr std::size_t get_global_range(int d) const {
        return group_.get_group_range(d) * group_.get_local_range(d);
    }
    constexpr range<D> get_global_range() const {
        range<D> r;
        for (int d = 0; d < D; ++d) r[d] = get_global_range(d);
        return r;
    }
    constexpr std::size_t get_global_linear_id() const {
        std::size_t n = position(0);
        for (int d = 1; d < D; ++d) n = n * get_global_range(d) + position(d);
        return n;
    }
    sub_group get_sub_group() const { return sub_group(static_cast<std::uint32_t>(get_local_range().size())); }
    constexpr nd_range<D> get_nd_range() const { return {get_global_range(), get_local_range(), offset_}; }

    // SYCL 1.2.1's (4.8.1.6).
    constexpr id<D> get_offset() const { return offset_; }
    /// group_barrier of the group. Local and global memory are ordered, whichever is named.
    void barrier(access::fence_space = access::fence_space::global_and_local) const { __ndweave_barrier(); }
    /// A fence of the group's scope: of both memories and all accesses, whichever are named.
    void mem_fence(access::fence_space space = access::fence_space::global_and_local) const {
        get_group().mem_fence(space);
    }

    /// The group's.
    template <class To, class From, class... Stride>
    device_event async_work_group_copy(To to, From from, std::size_t count, Stride... stride) const {
        return group_.async_work_group_copy(to, from, count, stride...);
    }
    template <class... Events>
    void wait_for(Events... events) const {
        group_.wait_for(events...);
    }

    friend constexpr bool operator==(const nd_item& a, const nd_item& b) {
        return a.group_ == b.group_ && a.get_local_id() == b.get_local_id();
    }

private:
    /// In the launch, whose first work-item is at 0.
    constexpr std::size_t position(int d) const {
        return group_[d] * group_.get_local_range(d) + group_.get_local_id(d);
    }

    group<D> group_;
    id<D> offset_;
};

namespace detail {

/// The barrier orders memory among the waiting work-items; for a wider scope there are fences.
template <class Wait>
void barrier_within(memory_scope scope, memory_scope own, Wait wait) {
    const bool wider = scope > own;
    if (wider) __ndweave_fence(static_cast<std::uint32_t>(scope));
    wait();
    if (wider) __ndweave_fence(static_cast<std::uint32_t>(scope));
}

}  // namespace detail

/// All work-items of the group wait for each other; local and global memory are consistent among them afterwards, and
/// among those of `scope` if that is wider.
template <int D>
inline void group_barrier(const group<D>&, memory_scope scope = memory_scope::work_group) {
    detail::barrier_within(scope, memory_scope::work_group, [] { __ndweave_barrier(); });
}

inline void group_barrier(const sub_group&, memory_scope scope = memory_scope::sub_group) {
    detail::barrier_within(scope, memory_scope::sub_group, [] { __ndweave_sub_group_barrier(); });
}

}  // namespace ndweave

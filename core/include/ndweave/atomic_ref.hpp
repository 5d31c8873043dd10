/// SYCL 2020 atomic_ref (4.15.3): atomic access to an object in global or local memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "ndweave/nd_item.hpp"

namespace ndweave {

inline constexpr memory_order memory_order_relaxed = memory_order::relaxed;
inline constexpr memory_order memory_order_acquire = memory_order::acquire;
inline constexpr memory_order memory_order_release = memory_order::release;
inline constexpr memory_order memory_order_acq_rel = memory_order::acq_rel;
inline constexpr memory_order memory_order_seq_cst = memory_order::seq_cst;

namespace detail {

constexpr int builtin_order(memory_order o) { return static_cast<int>(o); }  // the numbers of __ATOMIC_*

constexpr memory_order load_order(memory_order o) {
    return o == memory_order::acq_rel || o == memory_order::release ? memory_order::acquire : o;
}
constexpr memory_order store_order(memory_order o) {
    return o == memory_order::acq_rel || o == memory_order::acquire ? memory_order::release : o;
}
constexpr memory_order failure_order(memory_order o) {
    if (o == memory_order::acq_rel) return memory_order::acquire;
    return o == memory_order::release ? memory_order::relaxed : o;
}

/// `at`, which tells the kernel compiler the scope of the atomic operations on it.
template <class T>
T* within([[maybe_unused]] memory_scope scope, T* at) {
#if defined(__clang__)  // others compile kernels for the CPU only
    if (scope != memory_scope::system)
        return static_cast<T*>(__ndweave_atomic_scope(at, static_cast<std::uint32_t>(scope)));
#endif
    return at;
}

/// Replaces `*at` by `change(*at)`; returns the old value. A relaxed update that would leave it writes nothing: it is
/// one that follows at once what was read.
template <class T, class Change>
T atomic_update(T* at, memory_order order, const Change& change) {
    T seen, wanted;
    __atomic_load(at, &seen, __ATOMIC_RELAXED);
    do {
        wanted = change(seen);
        if (order == memory_order::relaxed && __builtin_memcmp(&seen, &wanted, sizeof(T)) == 0) break;
    } while (!__atomic_compare_exchange(at, &seen, &wanted, true, builtin_order(order), __ATOMIC_RELAXED));
    return seen;
}

}  // namespace detail

/// `T` is an integer, a floating-point type or a pointer of 4 or 8 bytes. Orders default to the one of the type,
/// weakened for loads and stores as SYCL says. On devices without scopes (the CPU), every scope is the system's.
template <class T, memory_order DefaultOrder, memory_scope DefaultScope,
          access::address_space Space = access::address_space::generic_space>
class atomic_ref {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "atomic_ref is for objects of 4 or 8 bytes");
    static_assert(std::is_arithmetic_v<T> || std::is_pointer_v<T>, "atomic_ref is for numbers and pointers");

public:
    using value_type = T;
    using difference_type = std::conditional_t<std::is_pointer_v<T>, std::ptrdiff_t, T>;
    static constexpr std::size_t required_alignment = sizeof(T);
    static constexpr bool is_always_lock_free = true;
    static constexpr memory_order default_read_order = detail::load_order(DefaultOrder);
    static constexpr memory_order default_write_order = detail::store_order(DefaultOrder);
    static constexpr memory_order default_read_modify_write_order = DefaultOrder;
    static constexpr memory_scope default_scope = DefaultScope;

    explicit atomic_ref(T& object) : at_(&object) {}
    atomic_ref(const atomic_ref&) = default;
    atomic_ref& operator=(const atomic_ref&) = delete;

    bool is_lock_free() const { return true; }

    T load(memory_order order = default_read_order, memory_scope scope = DefaultScope) const {
        T value;
        __atomic_load(at(scope), &value, detail::builtin_order(order));
        return value;
    }
    void store(T value, memory_order order = default_write_order, memory_scope scope = DefaultScope) const {
        __atomic_store(at(scope), &value, detail::builtin_order(order));
    }
    T exchange(T value, memory_order order = DefaultOrder, memory_scope scope = DefaultScope) const {
        T old;
        __atomic_exchange(at(scope), &value, &old, detail::builtin_order(order));
        return old;
    }
    bool compare_exchange_weak(T& expected, T wanted, memory_order success, memory_order failure,
                               memory_scope scope = DefaultScope) const {
        return __atomic_compare_exchange(at(scope), &expected, &wanted, true, detail::builtin_order(success),
                                         detail::builtin_order(failure));
    }
    bool compare_exchange_weak(T& expected, T wanted, memory_order order = DefaultOrder,
                               memory_scope scope = DefaultScope) const {
        return compare_exchange_weak(expected, wanted, order, detail::failure_order(order), scope);
    }
    bool compare_exchange_strong(T& expected, T wanted, memory_order success, memory_order failure,
                                 memory_scope scope = DefaultScope) const {
        return __atomic_compare_exchange(at(scope), &expected, &wanted, false, detail::builtin_order(success),
                                         detail::builtin_order(failure));
    }
    bool compare_exchange_strong(T& expected, T wanted, memory_order order = DefaultOrder,
                                 memory_scope scope = DefaultScope) const {
        return compare_exchange_strong(expected, wanted, order, detail::failure_order(order), scope);
    }

    T fetch_add(difference_type d, memory_order order = DefaultOrder, memory_scope scope = DefaultScope) const {
        return update<adds_itself>(
            order, scope, [&](T* at, auto o) { return __atomic_fetch_add(at, d, o); },
            [d](T seen) { return seen + d; });
    }
    T fetch_sub(difference_type d, memory_order order = DefaultOrder, memory_scope scope = DefaultScope) const {
        return update<adds_itself>(
            order, scope, [&](T* at, auto o) { return __atomic_fetch_sub(at, d, o); },
            [d](T seen) { return seen - d; });
    }
    T fetch_min(T v, memory_order order = DefaultOrder, memory_scope scope = DefaultScope) const
        requires std::is_arithmetic_v<T> {
        return update<orders_itself>(
            order, scope, [&](T* at, auto o) { return __atomic_fetch_min(at, v, o); },
            [v](T seen) { return v < seen ? v : seen; });
    }
    T fetch_max(T v, memory_order order = DefaultOrder, memory_scope scope = DefaultScope) const
        requires std::is_arithmetic_v<T> {
        return update<orders_itself>(
            order, scope, [&](T* at, auto o) { return __atomic_fetch_max(at, v, o); },
            [v](T seen) { return seen < v ? v : seen; });
    }
    T fetch_and(T v, memory_order order = DefaultOrder, memory_scope scope = DefaultScope) const
        requires std::is_integral_v<T> {
        return __atomic_fetch_and(at(scope), v, detail::builtin_order(order));
    }
    T fetch_or(T v, memory_order order = DefaultOrder, memory_scope scope = DefaultScope) const
        requires std::is_integral_v<T> {
        return __atomic_fetch_or(at(scope), v, detail::builtin_order(order));
    }
    T fetch_xor(T v, memory_order order = DefaultOrder, memory_scope scope = DefaultScope) const
        requires std::is_integral_v<T> {
        return __atomic_fetch_xor(at(scope), v, detail::builtin_order(order));
    }

    T operator=(T value) const {
        store(value);
        return value;
    }
    operator T() const { return load(); }
    T operator+=(difference_type d) const { return fetch_add(d) + d; }
    T operator-=(difference_type d) const { return fetch_sub(d) - d; }
    T operator++() const { return fetch_add(1) + 1; }
    T operator++(int) const { return fetch_add(1); }
    T operator--() const { return fetch_sub(1) - 1; }
    T operator--(int) const { return fetch_sub(1); }
    T operator&=(T v) const requires std::is_integral_v<T> { return fetch_and(v) & v; }
    T operator|=(T v) const requires std::is_integral_v<T> { return fetch_or(v) | v; }
    T operator^=(T v) const requires std::is_integral_v<T> { return fetch_xor(v) ^ v; }

private:
#if defined(__clang__)
    static constexpr bool adds_itself = std::is_arithmetic_v<T>, orders_itself = std::is_integral_v<T>;
#else
    static constexpr bool adds_itself = std::is_integral_v<T>, orders_itself = false;
#endif

    /// By the compiler's atomic operation if there is one for T, else by a compare-exchange loop.
    template <bool Itself, class Native, class Change>
    T update(memory_order order, memory_scope scope, const Native& native, const Change& change) const {
        if constexpr (Itself) {
            return native(at(scope), detail::builtin_order(order));
        } else {
            return detail::atomic_update(at(scope), order, change);
        }
    }

    T* at(memory_scope scope) const { return detail::within(scope, at_); }

    T* at_;
};

/// SYCL 2020 atomic_fence (4.15.1).
inline void atomic_fence(memory_order order, memory_scope scope) {
    if (order == memory_order::relaxed) return;
    const auto reach = static_cast<std::uint32_t>(scope);
    order == memory_order::seq_cst ? __ndweave_sequential_fence(reach) : __ndweave_fence(reach);
}

}  // namespace ndweave

/// dpct's atomic operations: functions on an address, relaxed and of the device's scope unless they say otherwise.
/// Address spaces are found by the kernel compiler.
#pragma once

#include <type_traits>

#include "sycl/core_names.hpp"
#include "sycl/memory/atomic.hpp"
#include "sycl/memory/multi_ptr.hpp"

namespace dpct {

namespace detail {

using sycl::memory_order;
using sycl::memory_scope;
using sycl::access::address_space;

/// `f(atomic_ref)`.
template <memory_order Order, memory_scope Scope, class T, class F>
T on_atomic(T* at, const F& f) {
    return f(sycl::atomic_ref<T, Order, Scope>(*at));
}

/// `next(old value)`, by compare_exchange; returns the old value.
template <memory_order Order, memory_scope Scope, class T, class F>
T update(T* at, const F& next) {
    return on_atomic<Order, Scope>(at, [&](auto variable) {
        T old = variable.load(memory_order::relaxed);
        while (!variable.compare_exchange_weak(old, next(old), Order, memory_order::relaxed)) {
        }
        return old;
    });
}

}  // namespace detail

// Each returns the old value. The first forms deduce the type, with the address space as the first template argument;
// the last ones are told it first.
#define DPCT_DETAIL_ATOMIC(name, type_of_operand, ...)                                                            \
    template <sycl::access::address_space Space = sycl::access::address_space::global_space,                      \
              sycl::memory_order Order = sycl::memory_order::relaxed,                                             \
              sycl::memory_scope Scope = sycl::memory_scope::device, class T>                                     \
    T name(T* at, type_of_operand operand) {                                                                      \
        return __VA_ARGS__;                                                                                       \
    }                                                                                                             \
    template <sycl::access::address_space Space = sycl::access::address_space::global_space, class T>             \
    T name(T* at, type_of_operand operand, sycl::memory_order order) {                                            \
        switch (order) {                                                                                          \
            case sycl::memory_order::relaxed:                                                                     \
                return name<Space, sycl::memory_order::relaxed>(at, operand);                                     \
            case sycl::memory_order::seq_cst:                                                                     \
                return name<Space, sycl::memory_order::seq_cst>(at, operand);                                     \
            default:                                                                                              \
                return name<Space, sycl::memory_order::acq_rel>(at, operand);                                     \
        }                                                                                                         \
    }                                                                                                             \
    template <class T, sycl::access::address_space Space, sycl::memory_order Order = sycl::memory_order::relaxed, \
              sycl::memory_scope Scope = sycl::memory_scope::device>                                              \
    T name(T* at, type_of_operand operand) {                                                                      \
        return name<Space, Order, Scope>(at, operand);                                                            \
    }                                                                                                             \
    template <class T, sycl::access::address_space Space, sycl::access::decorated Decorated>                      \
    T name(sycl::multi_ptr<T, Space, Decorated> at, type_of_operand operand) {                                    \
        return name<Space>(at.get_raw(), operand);                                                                \
    }
#define DPCT_DETAIL_FETCH(name, member)               \
    DPCT_DETAIL_ATOMIC(name, std::type_identity_t<T>, \
                       detail::on_atomic<Order, Scope>(at, [&](auto variable) { return variable.member(operand); }))

DPCT_DETAIL_FETCH(atomic_fetch_add, fetch_add)
DPCT_DETAIL_FETCH(atomic_fetch_sub, fetch_sub)
DPCT_DETAIL_FETCH(atomic_fetch_and, fetch_and)
DPCT_DETAIL_FETCH(atomic_fetch_or, fetch_or)
DPCT_DETAIL_FETCH(atomic_fetch_xor, fetch_xor)
DPCT_DETAIL_FETCH(atomic_fetch_min, fetch_min)
DPCT_DETAIL_FETCH(atomic_fetch_max, fetch_max)
DPCT_DETAIL_FETCH(atomic_exchange, exchange)
/// One more, or 0 where it is the operand or above.
DPCT_DETAIL_ATOMIC(atomic_fetch_compare_inc, std::type_identity_t<T>,
                   detail::update<Order, Scope>(at, [&](T old) { return old >= operand ? T(0) : T(old + 1); }))
/// One less, or the operand where it is 0 or above the operand.
DPCT_DETAIL_ATOMIC(atomic_fetch_compare_dec, std::type_identity_t<T>, detail::update<Order, Scope>(at, [&](T old) {
                       return old == T(0) || old > operand ? operand : T(old - 1);
                   }))

#undef DPCT_DETAIL_FETCH
#undef DPCT_DETAIL_ATOMIC

/// Writes `desired` where `expected` stands; returns what stood there.
template <sycl::access::address_space Space = sycl::access::address_space::global_space,
          sycl::memory_order Order = sycl::memory_order::relaxed, sycl::memory_scope Scope = sycl::memory_scope::device,
          class T>
T atomic_compare_exchange_strong(T* at, std::type_identity_t<T> expected, std::type_identity_t<T> desired,
                                 sycl::memory_order success = sycl::memory_order::relaxed,
                                 sycl::memory_order failure = sycl::memory_order::relaxed) {
    return detail::on_atomic<Order, Scope>(at, [&](auto variable) {
        variable.compare_exchange_strong(expected, desired, success, failure);
        return expected;
    });
}
template <class T, sycl::access::address_space Space, sycl::access::decorated Decorated>
T atomic_compare_exchange_strong(sycl::multi_ptr<T, Space, Decorated> at, std::type_identity_t<T> expected,
                                 std::type_identity_t<T> desired,
                                 sycl::memory_order success = sycl::memory_order::relaxed,
                                 sycl::memory_order failure = sycl::memory_order::relaxed) {
    return atomic_compare_exchange_strong<Space>(at.get_raw(), expected, desired, success, failure);
}

}  // namespace dpct

/// Atomic access: atomic_ref (SYCL 2020, 4.15.3) is core's; atomic and its functions are SYCL 1.2.1's (4.11).
#pragma once

#include <type_traits>

#include "ndweave/atomic_ref.hpp"
#include "sycl/memory/multi_ptr.hpp"

namespace sycl {

using ndweave::atomic_fence;
using ndweave::atomic_ref;

/// Relaxed by default, of the device's scope, as SYCL 1.2.1's memory model has it.
template <class T, access::address_space Space = access::address_space::global_space>
class atomic {
    using order = ndweave::memory_order;
    using object = ndweave::atomic_ref<T, order::relaxed, ndweave::memory_scope::device, Space>;

public:
    /// `U` has the size of `T`.
    template <class U, access::decorated Decorated>
    explicit(false) atomic(multi_ptr<U, Space, Decorated> p) : at_(reinterpret_cast<T*>(p.get_raw())) {
        static_assert(sizeof(U) == sizeof(T), "atomic: the object has another size than T");
    }

    void store(T value, order o = order::relaxed) const { ref().store(value, o); }
    T load(order o = order::relaxed) const { return ref().load(o); }
    T exchange(T value, order o = order::relaxed) const { return ref().exchange(value, o); }
    bool compare_exchange_strong(T& expected, T wanted, order success = order::relaxed,
                                 order failure = order::relaxed) const {
        return ref().compare_exchange_strong(expected, wanted, success, failure);
    }
    T fetch_add(T v, order o = order::relaxed) const { return ref().fetch_add(v, o); }
    T fetch_sub(T v, order o = order::relaxed) const { return ref().fetch_sub(v, o); }
    T fetch_min(T v, order o = order::relaxed) const { return ref().fetch_min(v, o); }
    T fetch_max(T v, order o = order::relaxed) const { return ref().fetch_max(v, o); }
    T fetch_and(T v, order o = order::relaxed) const requires std::is_integral_v<T> { return ref().fetch_and(v, o); }
    T fetch_or(T v, order o = order::relaxed) const requires std::is_integral_v<T> { return ref().fetch_or(v, o); }
    T fetch_xor(T v, order o = order::relaxed) const requires std::is_integral_v<T> { return ref().fetch_xor(v, o); }

private:
    object ref() const { return object(*at_); }

    T* at_;
};

template <class U, access::address_space Space, access::decorated Decorated>
atomic(multi_ptr<U, Space, Decorated>) -> atomic<U, Space>;

#define NDWEAVE_DETAIL_ATOMIC_FETCH(name)                                       \
    template <class T, access::address_space Space>                             \
    T atomic_##name(atomic<T, Space> object, std::type_identity_t<T> v,         \
                    ndweave::memory_order o = ndweave::memory_order::relaxed) { \
        return object.name(v, o);                                               \
    }
NDWEAVE_DETAIL_ATOMIC_FETCH(exchange)
NDWEAVE_DETAIL_ATOMIC_FETCH(fetch_add)
NDWEAVE_DETAIL_ATOMIC_FETCH(fetch_sub)
NDWEAVE_DETAIL_ATOMIC_FETCH(fetch_min)
NDWEAVE_DETAIL_ATOMIC_FETCH(fetch_max)
NDWEAVE_DETAIL_ATOMIC_FETCH(fetch_and)
NDWEAVE_DETAIL_ATOMIC_FETCH(fetch_or)
NDWEAVE_DETAIL_ATOMIC_FETCH(fetch_xor)
#undef NDWEAVE_DETAIL_ATOMIC_FETCH

template <class T, access::address_space Space>
T atomic_load(atomic<T, Space> object, ndweave::memory_order o = ndweave::memory_order::relaxed) {
    return object.load(o);
}
template <class T, access::address_space Space>
void atomic_store(atomic<T, Space> object, std::type_identity_t<T> value,
                  ndweave::memory_order o = ndweave::memory_order::relaxed) {
    object.store(value, o);
}
template <class T, access::address_space Space>
bool atomic_compare_exchange_strong(atomic<T, Space> object, T& expected, std::type_identity_t<T> wanted,
                                    ndweave::memory_order success = ndweave::memory_order::relaxed,
                                    ndweave::memory_order failure = ndweave::memory_order::relaxed) {
    return object.compare_exchange_strong(expected, wanted, success, failure);
}

/// DPC++'s names of before SYCL 2020.
namespace ext::oneapi {
using ndweave::atomic_fence;
using ndweave::atomic_ref;
using ndweave::memory_order;
using ndweave::memory_scope;
}  // namespace ext::oneapi

}  // namespace sycl

/// The swizzles of vec (SYCL 2020, 4.14.2.6): some of its elements, in some order.
#pragma once

#include <type_traits>
#include <utility>

#include "sycl/types/detail/vec_access.hpp"

namespace sycl::detail {

/// Refers to elements `I` of a vec, which lives as long. Assignments read all that they assign first.
template <class V, int... I>
class swizzled : public vec_access<swizzled<V, I...>, typename V::element_type, sizeof...(I)> {
    using T = typename V::element_type;
    static constexpr int N = sizeof...(I);
    static constexpr int at[] = {I...};
    static constexpr bool is_distinct = [] {
        unsigned seen = 0;
        return (... && !(std::exchange(seen, seen | 1u << I) >> I & 1u));
    }();
    static constexpr bool is_writeable = !std::is_const_v<V> && is_distinct;
    static_assert((... && (I >= 0 && I < static_cast<int>(V::byte_size() / sizeof(T)))),
                  "swizzle: the vec has no such element");

public:
    constexpr explicit swizzled(V& v) : whole_(v) {}
    constexpr swizzled(const swizzled&) = default;

    constexpr V& whole() const { return whole_; }

    constexpr decltype(auto) operator[](int k) const { return whole_[at[k]]; }

    constexpr operator vec<T, N>() const requires(N > 1) {
        return vec_of<T, N>([&](int k) { return (*this)[k]; });
    }
    constexpr operator T() const requires(N == 1) { return (*this)[0]; }
    template <class U>
    requires(N == 1 && casts_to<T, U>) constexpr explicit operator U() const {
        return static_cast<U>((*this)[0]);
    }

    constexpr const swizzled& operator=(const vec<T, N>& from) const requires is_writeable {
        [&]<int... K>(std::integer_sequence<int, K...>) {
            ((whole_[at[K]] = from[K]), ...);
        }(std::make_integer_sequence<int, N>());
        return *this;
    }
    constexpr const swizzled& operator=(const swizzled& from) const requires is_writeable {
        return *this = vec_of<T, N>([&](int k) { return from[k]; });
    }
    template <class B>
    requires(is_writeable && !std::is_same_v<B, swizzled> && same_vec<B, swizzled>)
    constexpr const swizzled& operator=(const B& from) const {
        return *this = vec_of<T, N>([&](int k) { return from[k]; });
    }
    template <class S>
    requires(is_writeable && number_beside<S, T, N>) constexpr const swizzled& operator=(const S& value) const {
        const auto same = converted<T>(value);
        return *this = vec_of<T, N>([&](int) { return same; });
    }

    /// From the elements `offset` · N onwards of a pointer or multi_ptr.
    template <class P>
    requires(is_writeable) void load(std::size_t offset, P from) const {
        vec<T, N> all;
        all.load(offset, from);
        *this = all;
    }

private:
    V& whole_;
};

}  // namespace sycl::detail

/// SYCL 2020 marray (4.14.3): an array of numbers with their operators.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "sycl/builtins/detail/forward.hpp"
#include "sycl/types/half.hpp"

namespace sycl {

namespace detail {

/// Elements that a constructor's argument gives an marray of `T`; 0 where it is no such argument.
template <class T, class A>
inline constexpr std::size_t elements_given = std::is_convertible_v<const A&, T> ? 1 : 0;
template <class T, std::size_t N>
inline constexpr std::size_t elements_given<T, marray<T, N>> = N;

}  // namespace detail

template <class T, std::size_t N>
class marray {
public:
    using value_type = T;
    using reference = T&;
    using const_reference = const T&;
    using iterator = T*;
    using const_iterator = const T*;

    /// Leaves the elements as they are, so that arrays in a kernel cost nothing; `marray{}` makes them 0.
    constexpr marray() = default;
    /// All elements are that.
    explicit constexpr marray(const T& value) : elements_{} {
        for (std::size_t i = 0; i < N; ++i) elements_[i] = value;
    }
    /// The elements, in order, of numbers and marrays.
    template <class... A>
    requires(sizeof...(A) > 1 && (... && (detail::elements_given<T, A> > 0)) &&
             (std::size_t{0} + ... + detail::elements_given<T, A>) == N)
    constexpr marray(const A&... parts) : elements_{} {
        append<0>(parts...);
    }

    static constexpr std::size_t size() noexcept { return N; }

    constexpr T& operator[](std::size_t i) { return elements_[i]; }
    constexpr const T& operator[](std::size_t i) const { return elements_[i]; }
    constexpr operator T() const requires(N == 1) { return elements_[0]; }

    constexpr marray& operator=(const T& value) {
        for (std::size_t i = 0; i < N; ++i) elements_[i] = value;
        return *this;
    }

    constexpr iterator begin() { return elements_; }
    constexpr iterator end() { return elements_ + N; }
    constexpr const_iterator begin() const { return elements_; }
    constexpr const_iterator end() const { return elements_ + N; }

#define NDWEAVE_DETAIL_MARRAY_BINARY(op, result)                                                                      \
    friend constexpr marray<result, N> operator op(const marray & a, const marray & b)                                \
        requires requires(const T& x) { x op x; } {                                                                   \
        return of_each<result>([&](std::size_t i) { return static_cast<result>(a.elements_[i] op b.elements_[i]); }); \
    }                                                                                                                 \
    friend constexpr marray<result, N> operator op(const marray & a, const T & b)                                     \
        requires requires(const T& x) { x op x; } {                                                                   \
        return of_each<result>([&](std::size_t i) { return static_cast<result>(a.elements_[i] op b); });              \
    }                                                                                                                 \
    friend constexpr marray<result, N> operator op(const T & a, const marray & b)                                     \
        requires requires(const T& x) { x op x; } {                                                                   \
        return of_each<result>([&](std::size_t i) { return static_cast<result>(a op b.elements_[i]); });              \
    }
#define NDWEAVE_DETAIL_MARRAY_ASSIGNMENT(op)                                                                          \
    friend constexpr marray& operator op##=(marray & a, const marray & b) requires requires(const T& x) { x op x; } { \
        return a = a op b;                                                                                            \
    }                                                                                                                 \
    friend constexpr marray& operator op##=(marray & a, const T & b) requires requires(const T& x) { x op x; } {      \
        return a = a op b;                                                                                            \
    }
#define NDWEAVE_DETAIL_MARRAY_ARITHMETIC(op) \
    NDWEAVE_DETAIL_MARRAY_BINARY(op, T)      \
    NDWEAVE_DETAIL_MARRAY_ASSIGNMENT(op)
    NDWEAVE_DETAIL_MARRAY_ARITHMETIC(+)
    NDWEAVE_DETAIL_MARRAY_ARITHMETIC(-)
    NDWEAVE_DETAIL_MARRAY_ARITHMETIC(*)
    NDWEAVE_DETAIL_MARRAY_ARITHMETIC(/)
    NDWEAVE_DETAIL_MARRAY_ARITHMETIC(%)
    NDWEAVE_DETAIL_MARRAY_ARITHMETIC(&)
    NDWEAVE_DETAIL_MARRAY_ARITHMETIC(|)
    NDWEAVE_DETAIL_MARRAY_ARITHMETIC(^)
    NDWEAVE_DETAIL_MARRAY_ARITHMETIC(<<)
    NDWEAVE_DETAIL_MARRAY_ARITHMETIC(>>)
    NDWEAVE_DETAIL_MARRAY_BINARY(&&, bool)
    NDWEAVE_DETAIL_MARRAY_BINARY(||, bool)
    NDWEAVE_DETAIL_MARRAY_BINARY(==, bool)
    NDWEAVE_DETAIL_MARRAY_BINARY(!=, bool)
    NDWEAVE_DETAIL_MARRAY_BINARY(<, bool)
    NDWEAVE_DETAIL_MARRAY_BINARY(>, bool)
    NDWEAVE_DETAIL_MARRAY_BINARY(<=, bool)
    NDWEAVE_DETAIL_MARRAY_BINARY(>=, bool)
#undef NDWEAVE_DETAIL_MARRAY_ARITHMETIC
#undef NDWEAVE_DETAIL_MARRAY_ASSIGNMENT
#undef NDWEAVE_DETAIL_MARRAY_BINARY

    friend constexpr marray operator+(const marray& a) { return a; }
    friend constexpr marray operator-(const marray& a) {
        return of_each<T>([&](std::size_t i) { return static_cast<T>(-a.elements_[i]); });
    }
    friend constexpr marray operator~(const marray& a) requires requires(const T& x) { ~x; } {
        return of_each<T>([&](std::size_t i) {
            if constexpr (std::is_same_v<T, bool>)
                return true;  // ~ of a bool is never 0
            else
                return static_cast<T>(~a.elements_[i]);
        });
    }
    friend constexpr marray<bool, N> operator!(const marray& a) {
        return of_each<bool>([&](std::size_t i) { return !a.elements_[i]; });
    }
    friend constexpr marray& operator++(marray& a) {
        for (std::size_t i = 0; i < N; ++i) ++a.elements_[i];
        return a;
    }
    friend constexpr marray operator++(marray& a, int) {
        const marray before = a;
        ++a;
        return before;
    }
    friend constexpr marray& operator--(marray& a) {
        for (std::size_t i = 0; i < N; ++i) --a.elements_[i];
        return a;
    }
    friend constexpr marray operator--(marray& a, int) {
        const marray before = a;
        --a;
        return before;
    }

private:
    /// Short arrays without a loop, so that the elements can be registers at once.
    template <class R, class F>
    static constexpr marray<R, N> of_each(const F& f) {
        marray<R, N> made{};
        if constexpr (N <= 16) {
            [&]<std::size_t... I>(std::index_sequence<I...>) {
                ((made[I] = f(I)), ...);
            }(std::make_index_sequence<N>());
        } else {
            for (std::size_t i = 0; i < N; ++i) made[i] = f(i);
        }
        return made;
    }

    template <std::size_t At, class A, class... Rest>
    constexpr void append(const A& part, const Rest&... rest) {
        if constexpr (std::is_convertible_v<const A&, T>) {
            elements_[At] = static_cast<T>(part);
        } else {
            for (std::size_t i = 0; i < A::size(); ++i) elements_[At + i] = part[i];
        }
        if constexpr (sizeof...(Rest) > 0) append<At + detail::elements_given<T, A>>(rest...);
    }

    T elements_[N];
};

template <class T, class... U>
requires(... && std::is_same_v<T, U>) marray(T, U...) -> marray<T, sizeof...(U) + 1>;

#define NDWEAVE_DETAIL_MARRAY_ALIASES(name, type) \
    using name##2 = marray<type, 2>;              \
    using name##3 = marray<type, 3>;              \
    using name##4 = marray<type, 4>;              \
    using name##8 = marray<type, 8>;              \
    using name##16 = marray<type, 16>;
NDWEAVE_DETAIL_MARRAY_ALIASES(mbool, bool)
NDWEAVE_DETAIL_MARRAY_ALIASES(mchar, std::int8_t)
NDWEAVE_DETAIL_MARRAY_ALIASES(muchar, std::uint8_t)
NDWEAVE_DETAIL_MARRAY_ALIASES(mshort, std::int16_t)
NDWEAVE_DETAIL_MARRAY_ALIASES(mushort, std::uint16_t)
NDWEAVE_DETAIL_MARRAY_ALIASES(mint, std::int32_t)
NDWEAVE_DETAIL_MARRAY_ALIASES(muint, std::uint32_t)
NDWEAVE_DETAIL_MARRAY_ALIASES(mlong, std::int64_t)
NDWEAVE_DETAIL_MARRAY_ALIASES(mulong, std::uint64_t)
NDWEAVE_DETAIL_MARRAY_ALIASES(mhalf, half)
NDWEAVE_DETAIL_MARRAY_ALIASES(mfloat, float)
NDWEAVE_DETAIL_MARRAY_ALIASES(mdouble, double)
#undef NDWEAVE_DETAIL_MARRAY_ALIASES

}  // namespace sycl

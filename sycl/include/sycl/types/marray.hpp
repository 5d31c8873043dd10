/// SYCL 2020 marray (4.14.3): an array of numbers with their operators.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "sycl/types/half.hpp"

namespace sycl {

template <class T, std::size_t N>
class marray {
    static constexpr bool is_number = !std::is_same_v<T, bool>;

public:
    using value_type = T;
    using reference = T&;
    using const_reference = const T&;
    using iterator = T*;
    using const_iterator = const T*;

    constexpr marray() = default;
    /// All elements are that.
    explicit constexpr marray(const T& value) {
        for (std::size_t i = 0; i < N; ++i) elements_[i] = value;
    }
    template <class... A>
    requires(sizeof...(A) == N && N > 1 && (... && std::is_convertible_v<A, T>))
    constexpr marray(const A&... values) : elements_{static_cast<T>(values)...} {}

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

#define NDWEAVE_DETAIL_MARRAY_BINARY(op, result, condition)                                                           \
    friend constexpr marray<result, N> operator op(const marray & a, const marray & b) requires(condition) {          \
        return of_each<result>([&](std::size_t i) { return static_cast<result>(a.elements_[i] op b.elements_[i]); }); \
    }                                                                                                                 \
    friend constexpr marray<result, N> operator op(const marray & a, const T & b) requires(condition) {               \
        return of_each<result>([&](std::size_t i) { return static_cast<result>(a.elements_[i] op b); });              \
    }                                                                                                                 \
    friend constexpr marray<result, N> operator op(const T & a, const marray & b) requires(condition) {               \
        return of_each<result>([&](std::size_t i) { return static_cast<result>(a op b.elements_[i]); });              \
    }
#define NDWEAVE_DETAIL_MARRAY_ASSIGNMENT(op, condition)                                                              \
    friend constexpr marray& operator op##=(marray & a, const marray & b) requires(condition) { return a = a op b; } \
    friend constexpr marray& operator op##=(marray & a, const T & b) requires(condition) { return a = a op b; }
#define NDWEAVE_DETAIL_MARRAY_ARITHMETIC(op, condition) \
    NDWEAVE_DETAIL_MARRAY_BINARY(op, T, condition)      \
    NDWEAVE_DETAIL_MARRAY_ASSIGNMENT(op, condition)
    NDWEAVE_DETAIL_MARRAY_ARITHMETIC(+, is_number)
    NDWEAVE_DETAIL_MARRAY_ARITHMETIC(-, is_number)
    NDWEAVE_DETAIL_MARRAY_ARITHMETIC(*, is_number)
    NDWEAVE_DETAIL_MARRAY_ARITHMETIC(/, is_number)
    NDWEAVE_DETAIL_MARRAY_ARITHMETIC(%, std::is_integral_v<T>)
    NDWEAVE_DETAIL_MARRAY_ARITHMETIC(&, std::is_integral_v<T>)
    NDWEAVE_DETAIL_MARRAY_ARITHMETIC(|, std::is_integral_v<T>)
    NDWEAVE_DETAIL_MARRAY_ARITHMETIC(^, std::is_integral_v<T>)
    NDWEAVE_DETAIL_MARRAY_ARITHMETIC(<<, std::is_integral_v<T>)
    NDWEAVE_DETAIL_MARRAY_ARITHMETIC(>>, std::is_integral_v<T>)
    NDWEAVE_DETAIL_MARRAY_BINARY(&&, bool, true)
    NDWEAVE_DETAIL_MARRAY_BINARY(||, bool, true)
    NDWEAVE_DETAIL_MARRAY_BINARY(==, bool, true)
    NDWEAVE_DETAIL_MARRAY_BINARY(!=, bool, true)
    NDWEAVE_DETAIL_MARRAY_BINARY(<, bool, true)
    NDWEAVE_DETAIL_MARRAY_BINARY(>, bool, true)
    NDWEAVE_DETAIL_MARRAY_BINARY(<=, bool, true)
    NDWEAVE_DETAIL_MARRAY_BINARY(>=, bool, true)
#undef NDWEAVE_DETAIL_MARRAY_ARITHMETIC
#undef NDWEAVE_DETAIL_MARRAY_ASSIGNMENT
#undef NDWEAVE_DETAIL_MARRAY_BINARY

    friend constexpr marray operator+(const marray& a) { return a; }
    friend constexpr marray operator-(const marray& a) {
        return of_each<T>([&](std::size_t i) { return static_cast<T>(-a.elements_[i]); });
    }
    friend constexpr marray operator~(const marray& a) requires(std::is_integral_v<T>) {
        return of_each<T>([&](std::size_t i) { return static_cast<T>(~a.elements_[i]); });
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
        marray<R, N> made;
        if constexpr (N <= 16) {
            [&]<std::size_t... I>(std::index_sequence<I...>) {
                ((made[I] = f(I)), ...);
            }(std::make_index_sequence<N>());
        } else {
            for (std::size_t i = 0; i < N; ++i) made[i] = f(i);
        }
        return made;
    }

    T elements_[N] = {};
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

/// SYCL 2020 half (4.14.1): IEEE 754 binary16.
#pragma once

#include <type_traits>

#include "sycl/types/detail/short_float.hpp"

namespace sycl {

/// Arithmetic is that of the device, rounded to half after each operation; with float or double it is theirs.
class half : detail::short_float<half> {
public:
    half() = default;
    constexpr half(float x) : value_(static_cast<_Float16>(x)) {}

    constexpr operator float() const { return static_cast<float>(value_); }

    friend constexpr half operator+(half x) { return x; }
    friend constexpr half operator-(half x) { return of(static_cast<_Float16>(-x.value_)); }

#define NDWEAVE_DETAIL_HALF_OPERATOR(op)                                                                          \
    friend constexpr half operator op(half a, half b) { return of(static_cast<_Float16>(a.value_ op b.value_)); } \
    template <class T>                                                                                            \
    requires std::is_arithmetic_v<T> friend constexpr auto operator op(half a, T b) {                             \
        return met<T>(a) op met<T>(b);                                                                            \
    }                                                                                                             \
    template <class T>                                                                                            \
    requires std::is_arithmetic_v<T> friend constexpr auto operator op(T a, half b) {                             \
        return met<T>(a) op met<T>(b);                                                                            \
    }                                                                                                             \
    friend constexpr half& operator op##=(half & a, half b) { return a = a op b; }                                \
    template <class T>                                                                                            \
    requires std::is_arithmetic_v<T> friend constexpr half& operator op##=(half & a, T b) {                       \
        return a = half(static_cast<float>(a op b));                                                              \
    }
    NDWEAVE_DETAIL_HALF_OPERATOR(+)
    NDWEAVE_DETAIL_HALF_OPERATOR(-)
    NDWEAVE_DETAIL_HALF_OPERATOR(*)
    NDWEAVE_DETAIL_HALF_OPERATOR(/)
#undef NDWEAVE_DETAIL_HALF_OPERATOR

#define NDWEAVE_DETAIL_HALF_COMPARISON(op)                                             \
    friend constexpr bool operator op(half a, half b) { return a.value_ op b.value_; } \
    template <class T>                                                                 \
    requires std::is_arithmetic_v<T> friend constexpr bool operator op(half a, T b) {  \
        return static_cast<float>(a) op b;                                             \
    }                                                                                  \
    template <class T>                                                                 \
    requires std::is_arithmetic_v<T> friend constexpr bool operator op(T a, half b) {  \
        return a op static_cast<float>(b);                                             \
    }
    NDWEAVE_DETAIL_HALF_COMPARISON(==)
    NDWEAVE_DETAIL_HALF_COMPARISON(!=)
    NDWEAVE_DETAIL_HALF_COMPARISON(<)
    NDWEAVE_DETAIL_HALF_COMPARISON(>)
    NDWEAVE_DETAIL_HALF_COMPARISON(<=)
    NDWEAVE_DETAIL_HALF_COMPARISON(>=)
#undef NDWEAVE_DETAIL_HALF_COMPARISON

private:
    /// No constructor: numbers would be ambiguous between it and that of float.
    static constexpr half of(_Float16 value) {
        half made;
        made.value_ = value;
        return made;
    }

    /// The type in which a half and a T meet: a whole number becomes half.
    template <class T, class X>
    static constexpr auto met(X x) {
        if constexpr (std::is_floating_point_v<T>) {
            return static_cast<T>(static_cast<std::conditional_t<std::is_same_v<X, half>, float, X>>(x));
        } else {
            return half(static_cast<float>(x));
        }
    }

    _Float16 value_;
};

static_assert(sizeof(half) == 2 && std::is_trivially_copyable_v<half>);

}  // namespace sycl

template <>
class std::numeric_limits<sycl::half> : public sycl::detail::short_float_limits<sycl::half, 11, 16> {
public:
    static constexpr bool is_iec559 = true;
};

template <>
struct std::hash<sycl::half> {
    std::size_t operator()(sycl::half x) const noexcept { return std::hash<float>()(static_cast<float>(x)); }
};

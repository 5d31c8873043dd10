/// SYCL 2020 half (4.14.1): IEEE 754 binary16.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <limits>
#include <type_traits>

namespace sycl {

/// Arithmetic is that of the device, rounded to half after each operation; with float or double it is theirs.
class half {
public:
    half() = default;
    constexpr half(float x) : value_(static_cast<_Float16>(x)) {}

    constexpr operator float() const { return static_cast<float>(value_); }

    friend constexpr half operator+(half x) { return x; }
    friend constexpr half operator-(half x) { return of(static_cast<_Float16>(-x.value_)); }

    constexpr half& operator++() { return *this += half(1.0f); }
    constexpr half& operator--() { return *this -= half(1.0f); }
    constexpr half operator++(int) {
        const half before = *this;
        ++*this;
        return before;
    }
    constexpr half operator--(int) {
        const half before = *this;
        --*this;
        return before;
    }

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

    template <class Char, class Traits>
    friend std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& to, half x) {
        return to << static_cast<float>(x);
    }
    template <class Char, class Traits>
    friend std::basic_istream<Char, Traits>& operator>>(std::basic_istream<Char, Traits>& from, half& x) {
        float value = 0;
        from >> value;
        x = half(value);
        return from;
    }

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
class std::numeric_limits<sycl::half> {
    static constexpr sycl::half of_bits(std::uint16_t bits) { return __builtin_bit_cast(sycl::half, bits); }

public:
    static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
    static constexpr bool has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = true;
    static constexpr auto has_denorm = std::denorm_present;
    static constexpr bool has_denorm_loss = false, is_iec559 = true, is_bounded = true, is_modulo = false;
    static constexpr auto round_style = std::round_to_nearest;
    static constexpr bool traps = false, tinyness_before = false;
    static constexpr int digits = 11, digits10 = 3, max_digits10 = 5, radix = 2;
    static constexpr int min_exponent = -13, min_exponent10 = -4, max_exponent = 16, max_exponent10 = 4;

    static constexpr sycl::half min() noexcept { return of_bits(0x0400); }
    static constexpr sycl::half max() noexcept { return of_bits(0x7bff); }
    static constexpr sycl::half lowest() noexcept { return of_bits(0xfbff); }
    static constexpr sycl::half epsilon() noexcept { return of_bits(0x1400); }
    static constexpr sycl::half round_error() noexcept { return of_bits(0x3800); }
    static constexpr sycl::half infinity() noexcept { return of_bits(0x7c00); }
    static constexpr sycl::half quiet_NaN() noexcept { return of_bits(0x7e00); }
    static constexpr sycl::half signaling_NaN() noexcept { return of_bits(0x7d00); }
    static constexpr sycl::half denorm_min() noexcept { return of_bits(0x0001); }
};

template <>
struct std::hash<sycl::half> {
    std::size_t operator()(sycl::half x) const noexcept { return std::hash<float>()(static_cast<float>(x)); }
};

/// What functions know of a floating-point number's bits: fraction, exponent, neighbours.
#pragma once

#include <climits>
#include <concepts>
#include <limits>

#include "sycl/builtins/detail/lifting.hpp"

namespace sycl::detail::scalar {

template <class T>
struct float_layout;
template <>
struct float_layout<float> {
    static constexpr int fraction_bits = 23, bias = 127;
};
template <>
struct float_layout<double> {
    static constexpr int fraction_bits = 52, bias = 1023;
};
template <>
struct float_layout<half> {
    static constexpr int fraction_bits = 10, bias = 15;
};

template <class T>
inline constexpr unsigned_of<T> sign_bit = static_cast<unsigned_of<T>>(unsigned_of<T>(1) << (sizeof(T) * 8 - 1));
template <class T>
inline constexpr unsigned_of<T> infinity_bits =
    static_cast<unsigned_of<T>>(unsigned_of<T>(2 * float_layout<T>::bias + 1) << float_layout<T>::fraction_bits);

template <class T>
constexpr unsigned_of<T> bits_of(T x) {
    return __builtin_bit_cast(unsigned_of<T>, x);
}
template <class T>
constexpr T from_bits(unsigned_of<T> bits) {
    return __builtin_bit_cast(T, bits);
}
template <class T>
constexpr unsigned_of<T> size_bits(T x) {
    return static_cast<unsigned_of<T>>(bits_of(x) & ~sign_bit<T>);
}

template <class T>
constexpr bool is_negative(T x) {
    return (bits_of(x) & sign_bit<T>) != 0;
}
template <class T>
constexpr bool is_nan(T x) {
    return size_bits(x) > infinity_bits<T>;
}
template <class T>
constexpr bool is_infinite(T x) {
    return size_bits(x) == infinity_bits<T>;
}
template <class T>
constexpr bool is_finite(T x) {
    return size_bits(x) < infinity_bits<T>;
}
template <class T>
constexpr bool is_normal(T x) {
    constexpr auto least = unsigned_of<T>(unsigned_of<T>(1) << float_layout<T>::fraction_bits);
    return size_bits(x) >= least && size_bits(x) < infinity_bits<T>;
}

/// A number as 1.f · 2^exponent, subnormal ones too. Of numbers that are neither 0, infinite nor NaN.
template <std::floating_point T>
struct split_number {
    unsigned_of<T> bits;  // of the number, scaled so that it is normal
    int exponent;

    constexpr explicit split_number(T x) {
        constexpr int digits = float_layout<T>::fraction_bits + 1;
        const bool small = size_bits(x) < unsigned_of<T>(unsigned_of<T>(1) << float_layout<T>::fraction_bits);
        bits = bits_of(small ? x * static_cast<T>(1ull << digits) : x);
        const auto biased = static_cast<int>((bits & ~sign_bit<T>) >> float_layout<T>::fraction_bits);
        exponent = biased - float_layout<T>::bias - (small ? digits : 0);
    }
};

template <std::floating_point T>
constexpr bool splits(T x) {
    return is_finite(x) && x != 0;
}

template <std::floating_point T>
constexpr T frexp_fraction(T x) {
    constexpr auto exponent = unsigned_of<T>(float_layout<T>::bias - 1) << float_layout<T>::fraction_bits;
    const unsigned_of<T> rest = split_number<T>(x).bits & ~infinity_bits<T>;
    return splits(x) ? from_bits<T>(rest | exponent) : x;
}
template <std::floating_point T>
constexpr int frexp_exponent(T x) {
    return splits(x) ? split_number<T>(x).exponent + 1 : 0;
}
template <std::floating_point T>
constexpr int ilogb(T x) {
    if (splits(x)) return split_number<T>(x).exponent;
    return is_infinite(x) ? INT_MAX : INT_MIN;
}
template <std::floating_point T>
constexpr T logb(T x) {
    if (splits(x)) return static_cast<T>(split_number<T>(x).exponent);
    return x == 0 ? -std::numeric_limits<T>::infinity() : x * x;
}

/// Of half, too.
template <class T>
constexpr T nextafter(T x, T y) {
    if (is_nan(x) || is_nan(y)) return x + y;
    if (x == y) return y;
    if (size_bits(x) == 0) return from_bits<T>(static_cast<unsigned_of<T>>((bits_of(y) & sign_bit<T>) | 1));
    const bool grows = (x < y) != is_negative(x);
    return from_bits<T>(static_cast<unsigned_of<T>>(bits_of(x) + (grows ? 1 : -1)));
}

/// The quiet NaN of that code (4.17.5, nan).
template <class T>
constexpr T nan_of(unsigned_of<T> code) {
    constexpr auto quiet = unsigned_of<T>(unsigned_of<T>(1) << (float_layout<T>::fraction_bits - 1));
    return from_bits<T>(static_cast<unsigned_of<T>>(infinity_bits<T> | quiet | (code & (quiet - 1))));
}

}  // namespace sycl::detail::scalar

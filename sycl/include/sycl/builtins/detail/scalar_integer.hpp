/// The integer functions of one or several numbers of a type (4.17.6), without wider types than 64 bits.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "sycl/builtins/detail/lifting.hpp"

namespace sycl::detail::scalar {

template <std::integral T>
inline constexpr int width = static_cast<int>(sizeof(T) * 8);
template <std::integral T>
inline constexpr T least = std::numeric_limits<T>::min();
template <std::integral T>
inline constexpr T most = std::numeric_limits<T>::max();

template <std::integral T>
constexpr unsigned_of<T> as_unsigned(T x) {
    return static_cast<unsigned_of<T>>(x);
}

template <std::integral T>
constexpr T abs_whole(T x) {
    return x < 0 ? static_cast<T>(0 - as_unsigned(x)) : x;
}
template <std::integral T>
constexpr T abs_diff(T x, T y) {
    return static_cast<T>(x < y ? as_unsigned(y) - as_unsigned(x) : as_unsigned(x) - as_unsigned(y));
}

template <std::integral T>
constexpr T add_sat(T x, T y) {
    const T sum = static_cast<T>(as_unsigned(x) + as_unsigned(y));
    if constexpr (std::is_unsigned_v<T>) {
        return sum < x ? most<T> : sum;
    } else {
        const bool beyond = static_cast<T>((x ^ sum) & (y ^ sum)) < 0;
        return beyond ? (x < 0 ? least<T> : most<T>) : sum;
    }
}
template <std::integral T>
constexpr T sub_sat(T x, T y) {
    const T difference = static_cast<T>(as_unsigned(x) - as_unsigned(y));
    if constexpr (std::is_unsigned_v<T>) {
        return x < y ? T(0) : difference;
    } else {
        const bool beyond = static_cast<T>((x ^ y) & (x ^ difference)) < 0;
        return beyond ? (x < 0 ? least<T> : most<T>) : difference;
    }
}

template <std::integral T>
constexpr T hadd(T x, T y) {
    return static_cast<T>((x & y) + ((x ^ y) >> 1));
}
template <std::integral T>
constexpr T rhadd(T x, T y) {
    return static_cast<T>((x | y) - ((x ^ y) >> 1));
}

// Clang's functions of every width choose without a branch.
template <std::integral T>
constexpr T clz(T x) {
#if defined(__clang__) && __has_builtin(__builtin_clzg)
    return static_cast<T>(__builtin_clzg(as_unsigned(x), width<T>));
#else
    if (x == 0) return static_cast<T>(width<T>);
    return static_cast<T>(__builtin_clzll(as_unsigned(x)) - (64 - width<T>));
#endif
}
template <std::integral T>
constexpr T ctz(T x) {
#if defined(__clang__) && __has_builtin(__builtin_ctzg)
    return static_cast<T>(__builtin_ctzg(as_unsigned(x), width<T>));
#else
    return static_cast<T>(x == 0 ? width<T> : __builtin_ctzll(as_unsigned(x)));
#endif
}
template <std::integral T>
constexpr T popcount(T x) {
    if constexpr (width<T> == 64) {
        return static_cast<T>(__builtin_popcountll(as_unsigned(x)));
    } else {
        return static_cast<T>(__builtin_popcount(as_unsigned(x)));
    }
}

/// The upper half of the product.
template <std::integral T>
constexpr T mul_hi(T x, T y) {
    if constexpr (width<T> < 64) {
        using wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
        return static_cast<T>((static_cast<wide>(x) * static_cast<wide>(y)) >> width<T>);
    } else {
        const std::uint64_t a = as_unsigned(x), b = as_unsigned(y), low = 0xffffffff;
        const std::uint64_t a0 = a & low, a1 = a >> 32, b0 = b & low, b1 = b >> 32;
        const std::uint64_t middle = a1 * b0 + ((a0 * b0) >> 32);
        std::uint64_t high = a1 * b1 + (middle >> 32) + ((a0 * b1 + (middle & low)) >> 32);
        if constexpr (std::is_signed_v<T>) {
            high -= (x < 0 ? b : 0) + (y < 0 ? a : 0);
        }
        return static_cast<T>(high);
    }
}
template <std::integral T>
constexpr T mad_hi(T x, T y, T z) {
    return static_cast<T>(as_unsigned(mul_hi(x, y)) + as_unsigned(z));
}
/// x · y + z, or the limit beyond which it is.
template <std::integral T>
constexpr T mad_sat(T x, T y, T z) {
    if constexpr (width<T> < 64) {
        using wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
        const wide sum = static_cast<wide>(x) * static_cast<wide>(y) + static_cast<wide>(z);
        return sum < wide(least<T>) ? least<T> : sum > wide(most<T>) ? most<T> : static_cast<T>(sum);
    } else {
        // The product has the words high and low; adding z carries 1, 0 or -1 into the high one.
        const std::uint64_t low = as_unsigned(x) * as_unsigned(y), sum = low + as_unsigned(z);
        const T high = static_cast<T>(as_unsigned(mul_hi(x, y)) + (sum < low ? 1u : 0u) - (z < 0 ? 1u : 0u));
        if constexpr (std::is_unsigned_v<T>) {
            return high != 0 ? most<T> : static_cast<T>(sum);
        } else {
            const T extended = static_cast<T>(sum) < 0 ? T(-1) : T(0);
            return high == extended ? static_cast<T>(sum) : high < 0 ? least<T> : most<T>;
        }
    }
}
template <std::integral T>
constexpr T mul24(T x, T y) {
    return static_cast<T>(as_unsigned(x) * as_unsigned(y));
}
template <std::integral T>
constexpr T mad24(T x, T y, T z) {
    return static_cast<T>(as_unsigned(x) * as_unsigned(y) + as_unsigned(z));
}

template <std::integral T>
constexpr T rotate(T x, T count) {
    const unsigned left = static_cast<unsigned>(count) % width<T>, right = (width<T> - left) % width<T>;
    return static_cast<T>((as_unsigned(x) << left) | (as_unsigned(x) >> right));
}

template <std::size_t Bytes, bool Signed>
using integer_of =
    std::conditional_t<Signed, typename integers_of<Bytes>::as_signed, typename integers_of<Bytes>::as_unsigned>;
/// The number of twice the width whose halves these are.
template <std::integral T>
constexpr auto upsample(T high, unsigned_of<T> low) {
    static_assert(sizeof(T) < 8, "upsample: there are no integers of 128 bits");
    using wide = integer_of<2 * sizeof(T), std::is_signed_v<T>>;
    using bits = unsigned_of<wide>;
    return static_cast<wide>(static_cast<bits>(static_cast<bits>(as_unsigned(high)) << width<T>) | low);
}

}  // namespace sycl::detail::scalar

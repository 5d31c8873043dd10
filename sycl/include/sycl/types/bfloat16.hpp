/// DPC++'s sycl_ext_oneapi_bfloat16: the upper half of a float.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <limits>
#include <type_traits>

#include "sycl/types/half.hpp"

namespace sycl::detail {

/// What may stand beside a bfloat16.
template <class T>
concept beside_bfloat = std::is_arithmetic_v<T> || std::is_same_v<T, half>;

}  // namespace sycl::detail

namespace sycl::ext::oneapi {

/// Arithmetic is float's, rounded to bfloat16, whatever number the other operand is. By bits and not by the compiler's
/// type, for which C's runtime library need not have conversions.
class bfloat16 {
public:
    bfloat16() = default;
    constexpr bfloat16(float x) : bits_(rounded(x)) {}
    constexpr bfloat16(sycl::half x) : bfloat16(static_cast<float>(x)) {}

    constexpr operator float() const { return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits_) << 16); }
    constexpr operator sycl::half() const { return sycl::half(static_cast<float>(*this)); }
    constexpr explicit operator bool() const { return (bits_ & 0x7fff) != 0; }

    friend constexpr bfloat16 operator-(bfloat16 x) { return bfloat16(-static_cast<float>(x)); }
    constexpr bfloat16& operator++() { return *this += bfloat16(1.0f); }
    constexpr bfloat16& operator--() { return *this -= bfloat16(1.0f); }
    constexpr bfloat16 operator++(int) {
        const bfloat16 before = *this;
        ++*this;
        return before;
    }
    constexpr bfloat16 operator--(int) {
        const bfloat16 before = *this;
        --*this;
        return before;
    }

#define NDWEAVE_DETAIL_BFLOAT_OPERATOR(op)                                                                 \
    friend constexpr bfloat16 operator op(bfloat16 a, bfloat16 b) {                                        \
        return bfloat16(static_cast<float>(a) op static_cast<float>(b));                                   \
    }                                                                                                      \
    template <class T>                                                                                     \
    requires sycl::detail::beside_bfloat<T> friend constexpr bfloat16 operator op(bfloat16 a, T b) {       \
        return bfloat16(static_cast<float>(a) op static_cast<float>(b));                                   \
    }                                                                                                      \
    template <class T>                                                                                     \
    requires sycl::detail::beside_bfloat<T> friend constexpr bfloat16 operator op(T a, bfloat16 b) {       \
        return bfloat16(static_cast<float>(a) op static_cast<float>(b));                                   \
    }                                                                                                      \
    friend constexpr bfloat16& operator op##=(bfloat16 & a, bfloat16 b) { return a = a op b; }             \
    template <class T>                                                                                     \
    requires sycl::detail::beside_bfloat<T> friend constexpr bfloat16& operator op##=(bfloat16 & a, T b) { \
        return a = a op b;                                                                                 \
    }
    NDWEAVE_DETAIL_BFLOAT_OPERATOR(+)
    NDWEAVE_DETAIL_BFLOAT_OPERATOR(-)
    NDWEAVE_DETAIL_BFLOAT_OPERATOR(*)
    NDWEAVE_DETAIL_BFLOAT_OPERATOR(/)
#undef NDWEAVE_DETAIL_BFLOAT_OPERATOR

#define NDWEAVE_DETAIL_BFLOAT_COMPARISON(op)                                                     \
    friend constexpr bool operator op(bfloat16 a, bfloat16 b) {                                  \
        return static_cast<float>(a) op static_cast<float>(b);                                   \
    }                                                                                            \
    template <class T>                                                                           \
    requires sycl::detail::beside_bfloat<T> friend constexpr bool operator op(bfloat16 a, T b) { \
        return static_cast<float>(a) op static_cast<other<T>>(b);                                \
    }                                                                                            \
    template <class T>                                                                           \
    requires sycl::detail::beside_bfloat<T> friend constexpr bool operator op(T a, bfloat16 b) { \
        return static_cast<other<T>>(a) op static_cast<float>(b);                                \
    }
    NDWEAVE_DETAIL_BFLOAT_COMPARISON(==)
    NDWEAVE_DETAIL_BFLOAT_COMPARISON(!=)
    NDWEAVE_DETAIL_BFLOAT_COMPARISON(<)
    NDWEAVE_DETAIL_BFLOAT_COMPARISON(>)
    NDWEAVE_DETAIL_BFLOAT_COMPARISON(<=)
    NDWEAVE_DETAIL_BFLOAT_COMPARISON(>=)
#undef NDWEAVE_DETAIL_BFLOAT_COMPARISON

    template <class Char, class Traits>
    friend std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& to, bfloat16 x) {
        return to << static_cast<float>(x);
    }

private:
    /// To the nearest, ties to even; NaNs stay such.
    static constexpr std::uint16_t rounded(float x) {
        const auto bits = __builtin_bit_cast(std::uint32_t, x);
        const std::uint32_t up = bits + 0x7fff + ((bits >> 16) & 1);
        return static_cast<std::uint16_t>((x != x ? bits | 0x400000 : up) >> 16);
    }

    /// In what the other operand of a comparison is.
    template <class T>
    using other = std::conditional_t<std::is_same_v<T, sycl::half>, float, T>;

    std::uint16_t bits_;
};

static_assert(sizeof(bfloat16) == 2 && std::is_trivially_copyable_v<bfloat16>);

}  // namespace sycl::ext::oneapi

template <>
class std::numeric_limits<sycl::ext::oneapi::bfloat16> {
    using bfloat16 = sycl::ext::oneapi::bfloat16;
    static constexpr bfloat16 of_bits(std::uint16_t bits) { return __builtin_bit_cast(bfloat16, bits); }

public:
    static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
    static constexpr bool has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = true;
    static constexpr auto has_denorm = std::denorm_present;
    static constexpr bool has_denorm_loss = false, is_iec559 = false, is_bounded = true, is_modulo = false;
    static constexpr auto round_style = std::round_to_nearest;
    static constexpr bool traps = false, tinyness_before = false;
    static constexpr int digits = 8, digits10 = 2, max_digits10 = 4, radix = 2;
    static constexpr int min_exponent = -125, min_exponent10 = -37, max_exponent = 128, max_exponent10 = 38;

    static constexpr bfloat16 min() noexcept { return of_bits(0x0080); }
    static constexpr bfloat16 max() noexcept { return of_bits(0x7f7f); }
    static constexpr bfloat16 lowest() noexcept { return of_bits(0xff7f); }
    static constexpr bfloat16 epsilon() noexcept { return of_bits(0x3c00); }
    static constexpr bfloat16 round_error() noexcept { return of_bits(0x3f00); }
    static constexpr bfloat16 infinity() noexcept { return of_bits(0x7f80); }
    static constexpr bfloat16 quiet_NaN() noexcept { return of_bits(0x7fc0); }
    static constexpr bfloat16 signaling_NaN() noexcept { return of_bits(0x7f90); }
    static constexpr bfloat16 denorm_min() noexcept { return of_bits(0x0001); }
};

template <>
struct std::hash<sycl::ext::oneapi::bfloat16> {
    std::size_t operator()(sycl::ext::oneapi::bfloat16 x) const noexcept {
        return std::hash<float>()(static_cast<float>(x));
    }
};

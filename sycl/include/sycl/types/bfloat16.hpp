/// DPC++'s sycl_ext_oneapi_bfloat16: the upper half of a float.
#pragma once

#include <cstdint>
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
class bfloat16 : sycl::detail::short_float<bfloat16> {
public:
    bfloat16() = default;
    constexpr bfloat16(float x) : bits_(rounded(x)) {}
    constexpr bfloat16(sycl::half x) : bfloat16(static_cast<float>(x)) {}

    constexpr operator float() const { return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits_) << 16); }
    constexpr operator sycl::half() const { return sycl::half(static_cast<float>(*this)); }
    constexpr explicit operator bool() const { return (bits_ & 0x7fff) != 0; }

    friend constexpr bfloat16 operator-(bfloat16 x) { return bfloat16(-static_cast<float>(x)); }
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

private:
    /// To the nearest, ties to even; a NaN of some payload for each. The kernel compiler knows this form
    /// (ptx-round-to-bfloats).
    static constexpr std::uint16_t rounded(float x) {
        const auto bits = __builtin_bit_cast(std::uint32_t, x);
        const std::uint32_t up = bits + 0x7fff + ((bits >> 16) & 1);
        return static_cast<std::uint16_t>((up | (x != x ? 0x7fc00000 : 0)) >> 16);
    }

    /// In what the other operand of a comparison is.
    template <class T>
    using other = std::conditional_t<std::is_same_v<T, sycl::half>, float, T>;

    std::uint16_t bits_;
};

static_assert(sizeof(bfloat16) == 2 && std::is_trivially_copyable_v<bfloat16>);

}  // namespace sycl::ext::oneapi

template <>
class std::numeric_limits<sycl::ext::oneapi::bfloat16>
    : public sycl::detail::short_float_limits<sycl::ext::oneapi::bfloat16, 8, 128> {
public:
    static constexpr bool is_iec559 = false;
};

template <>
struct std::hash<sycl::ext::oneapi::bfloat16> {
    std::size_t operator()(sycl::ext::oneapi::bfloat16 x) const noexcept {
        return std::hash<float>()(static_cast<float>(x));
    }
};

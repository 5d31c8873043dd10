/// What half and bfloat16 have in common: counting, input and output, and limits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <limits>

namespace sycl::detail {

/// Of a class that converts from and to float.
template <class Self>
class short_float {
    friend constexpr Self& operator++(Self& x) { return x += Self(1.0f); }
    friend constexpr Self& operator--(Self& x) { return x -= Self(1.0f); }
    friend constexpr Self operator++(Self& x, int) {
        const Self before = x;
        ++x;
        return before;
    }
    friend constexpr Self operator--(Self& x, int) {
        const Self before = x;
        --x;
        return before;
    }

    template <class Char, class Traits>
    friend std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& to, Self x) {
        return to << static_cast<float>(x);
    }
    template <class Char, class Traits>
    friend std::basic_istream<Char, Traits>& operator>>(std::basic_istream<Char, Traits>& from, Self& x) {
        float value = 0;
        from >> value;
        x = Self(value);
        return from;
    }
};

/// numeric_limits of 16 bits in IEEE 754's manner, with `Digits` of precision and numbers below 2^MaxExponent.
template <class T, int Digits, int MaxExponent>
class short_float_limits {
    static constexpr int fraction = Digits - 1, bias = MaxExponent - 1;
    static constexpr unsigned infinite = 0x8000u - (1u << fraction);
    static constexpr T of_bits(unsigned bits) { return __builtin_bit_cast(T, static_cast<std::uint16_t>(bits)); }
    /// 2^exponent
    static constexpr T power(int exponent) { return of_bits(static_cast<unsigned>(bias + exponent) << fraction); }
    static constexpr int decimal(int binary) { return static_cast<int>(binary * 0.30102999566398120); }

public:
    static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
    static constexpr bool has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = true;
    static constexpr auto has_denorm = std::denorm_present;
    static constexpr bool has_denorm_loss = false, is_bounded = true, is_modulo = false;
    static constexpr auto round_style = std::round_to_nearest;
    static constexpr bool traps = false, tinyness_before = false;
    static constexpr int digits = Digits, digits10 = decimal(Digits - 1), max_digits10 = decimal(Digits) + 2, radix = 2;
    static constexpr int min_exponent = 3 - MaxExponent, min_exponent10 = decimal(min_exponent - 1);
    static constexpr int max_exponent = MaxExponent, max_exponent10 = decimal(MaxExponent);

    static constexpr T min() noexcept { return power(min_exponent - 1); }
    static constexpr T max() noexcept { return of_bits(infinite - 1); }
    static constexpr T lowest() noexcept { return of_bits(0x8000u + infinite - 1); }
    static constexpr T epsilon() noexcept { return power(-fraction); }
    static constexpr T round_error() noexcept { return power(-1); }
    static constexpr T infinity() noexcept { return of_bits(infinite); }
    static constexpr T quiet_NaN() noexcept { return of_bits(infinite + (1u << (fraction - 1))); }
    static constexpr T signaling_NaN() noexcept { return of_bits(infinite + (1u << (fraction - 2))); }
    static constexpr T denorm_min() noexcept { return of_bits(1); }
};

}  // namespace sycl::detail

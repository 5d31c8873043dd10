/// SYCL 2020 rounding_mode (4.14.2.4) and the conversion of one number by it.
#pragma once

#include <limits>
#include <type_traits>

#include "sycl/builtins/detail/scalar_math.hpp"
#include "sycl/types/half.hpp"

namespace sycl {

enum class rounding_mode { automatic, rte, rtz, rtp, rtn };

namespace detail {

/// Whether `rounded`, the nearest number to `exact`, is less (-1), equal (0) or greater (1).
template <class To, class From>
int side_of_exact(To rounded, From exact) {
    if constexpr (std::is_integral_v<From>) {
        const double wide = static_cast<double>(rounded);
        const double beyond = std::is_signed_v<From> ? 0x1p63 : 0x1p64;
        if (wide >= beyond) return 1;
        using integer = std::conditional_t<std::is_signed_v<From>, long long, unsigned long long>;
        const auto whole = static_cast<integer>(wide);
        return whole < exact ? -1 : whole > exact ? 1 : 0;
    } else {
        const auto a = static_cast<double>(rounded), b = static_cast<double>(exact);
        return a < b ? -1 : a > b ? 1 : 0;
    }
}

template <class To, rounding_mode Mode, class From>
To converted_by(From x) {
    constexpr bool to_real = std::is_floating_point_v<To> || std::is_same_v<To, half>;
    constexpr bool from_real = std::is_floating_point_v<From> || std::is_same_v<From, half>;
    if constexpr (std::is_same_v<To, From>) {
        return x;
    } else if constexpr (std::is_same_v<To, bool>) {
        return static_cast<bool>(x);
    } else if constexpr (to_real) {
        const To nearest = converted<To>(x);
        if constexpr (Mode == rounding_mode::automatic || Mode == rounding_mode::rte || sizeof(To) > sizeof(From)) {
            return nearest;
        } else {
            const int side = side_of_exact(nearest, x);
            const bool down = Mode == rounding_mode::rtn || (Mode == rounding_mode::rtz && x > From(0));
            if (side == 0 || (side < 0) == down) return nearest;
            const To infinity = std::numeric_limits<To>::infinity();
            return scalar::nextafter(nearest, down ? static_cast<To>(-infinity) : infinity);
        }
    } else if constexpr (from_real) {
        using real = std::conditional_t<std::is_same_v<From, half>, float, From>;
        const auto value = static_cast<real>(x);
        // `automatic` is a matter of the type that is converted (4.14.2.4), so that numbers are rounded to even ones.
        if constexpr (Mode == rounding_mode::automatic || Mode == rounding_mode::rte)
            return static_cast<To>(scalar::rint(value));
        if constexpr (Mode == rounding_mode::rtp) return static_cast<To>(scalar::ceil(value));
        if constexpr (Mode == rounding_mode::rtn) return static_cast<To>(scalar::floor(value));
        return static_cast<To>(value);
    } else {
        return static_cast<To>(x);
    }
}

}  // namespace detail
}  // namespace sycl

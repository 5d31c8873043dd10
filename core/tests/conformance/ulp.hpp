/// Distances in units in the last place, as the OpenCL specification counts them (OpenCL C 3.0, 7.4).
#pragma once

#include <cmath>
#include <limits>

namespace ndweave::conformance {

/// Spacing of T's numbers at `reference`; of its normal numbers below those, so that devices which flush denormals to
/// zero stay within one.
template <class T>
long double ulp_at(long double reference) {
    using limits = std::numeric_limits<T>;
    if (std::fabs(reference) < limits::min()) return limits::min();
    int exponent = 0;
    std::frexp(reference, &exponent);
    return std::ldexp(1.0L, exponent - limits::digits);
}

/// |got - reference| in ULP of T; 0 where both are NaN, infinite where only one is.
template <class T>
long double ulp_error(T got, long double reference) {
    constexpr long double most = std::numeric_limits<T>::max();
    if (std::isnan(got) || std::isnan(reference)) {
        return std::isnan(got) && std::isnan(reference) ? 0 : std::numeric_limits<long double>::infinity();
    }
    // Beyond T's range the result is infinite; an approximation may overflow, or fail to, a few units on the wrong
    // side.
    if (std::isinf(got) || std::fabs(reference) > most) {
        const auto bounded = [](long double x) { return std::fabs(x) > most ? std::copysign(most, x) : x; };
        return std::fabs(bounded(got) - bounded(reference)) / ulp_at<T>(most);
    }
    return std::fabs(static_cast<long double>(got) - reference) / ulp_at<T>(reference);
}

}  // namespace ndweave::conformance

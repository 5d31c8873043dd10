/// SYCL 2020's mathematical functions of scalars (4.17.5 to 4.17.7), under SYCL's names. Functions that C++ also has
/// are the standard library's; kernels may call them by either name.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdlib>

namespace ndweave {

using std::abs;
using std::acos;
using std::acosh;
using std::asin;
using std::asinh;
using std::atan;
using std::atan2;
using std::atanh;
using std::cbrt;
using std::ceil;
using std::clamp;
using std::copysign;
using std::cos;
using std::cosh;
using std::erf;
using std::erfc;
using std::exp;
using std::exp2;
using std::expm1;
using std::fabs;
using std::fdim;
using std::floor;
using std::fma;
using std::fmax;
using std::fmin;
using std::fmod;
using std::frexp;
using std::hypot;
using std::ilogb;
using std::isfinite;
using std::isinf;
using std::isnan;
using std::isnormal;
using std::ldexp;
using std::lgamma;
using std::log;
using std::log10;
using std::log1p;
using std::log2;
using std::logb;
using std::max;
using std::min;
using std::modf;
using std::nextafter;
using std::pow;
using std::remainder;
using std::remquo;
using std::rint;
using std::round;
using std::signbit;
using std::sin;
using std::sinh;
using std::sqrt;
using std::tan;
using std::tanh;
using std::tgamma;
using std::trunc;

/// 1 / sqrt(x).
template <std::floating_point T>
T rsqrt(T x) {
    return T(1) / std::sqrt(x);
}
/// a · b + c, rounded once or twice.
template <std::floating_point T>
T mad(T a, T b, T c) {
    return a * b + c;
}

}  // namespace ndweave

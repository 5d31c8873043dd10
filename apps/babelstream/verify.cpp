#include "verify.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stream.hpp"

namespace ndweave::apps::babelstream {

namespace {

template <class T>
constexpr double epsilon = static_cast<double>(std::numeric_limits<T>::epsilon());

/// NaN compares as an infinite error.
long double relative_error(long double value, long double wanted) {
    const long double error = std::abs(value - wanted) / std::abs(wanted);
    return std::isnan(error) ? std::numeric_limits<long double>::infinity() : error;
}

}  // namespace

template <class T>
expected after_main_loop(int iterations) {
    const long double s = start<T>::scalar;
    const long double before = start<T>::a * std::pow(2 * s + s * s, static_cast<long double>(iterations - 1));
    return {before * (2 * s + s * s), before * s, before * (1 + s)};
}

template <class T>
expected after_nstream(int iterations, T a0, T b0, T c0) {
    const long double s = start<T>::scalar;
    return {a0 + iterations * (b0 + s * c0), b0, c0};
}

template <class T>
verification check_array(const char* name, const std::vector<T>& values, long double wanted, int iterations) {
    long double worst = values.empty() ? std::numeric_limits<long double>::infinity() : 0;
    for (const T value : values) worst = std::max(worst, relative_error(value, wanted));
    const double tolerance = epsilon<T> * std::max(100, iterations);
    return {true, worst <= tolerance, "largest relative error of " + std::string(name), static_cast<double>(worst),
            0,    tolerance};
}

template <class T>
verification check_dot(T sum, const expected& values, std::size_t elements) {
    const long double wanted = values.a * values.b * static_cast<long double>(elements);
    const double tolerance = std::min(1e7 * epsilon<T>, 1e-3);
    return {true,
            relative_error(sum, wanted) <= tolerance,
            "dot product, relative tolerance",
            static_cast<double>(sum),
            static_cast<double>(wanted),
            tolerance};
}

template expected after_main_loop<float>(int);
template expected after_main_loop<double>(int);
template expected after_nstream<float>(int, float, float, float);
template expected after_nstream<double>(int, double, double, double);
template verification check_array<float>(const char*, const std::vector<float>&, long double, int);
template verification check_array<double>(const char*, const std::vector<double>&, long double, int);
template verification check_dot<float>(float, const expected&, std::size_t);
template verification check_dot<double>(double, const expected&, std::size_t);

}  // namespace ndweave::apps::babelstream

/// dpct's mathematical functions, and operations on the 8- and 16-bit numbers of a word.
#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <limits>
#include <type_traits>

#include "sycl/builtins/common.hpp"
#include "sycl/builtins/geometric.hpp"
#include "sycl/builtins/integer.hpp"
#include "sycl/builtins/math.hpp"
#include "sycl/builtins/relational.hpp"
#include "sycl/core_names.hpp"
#include "sycl/types/vec.hpp"

namespace dpct {

// Of numbers of two types: in the type that the usual arithmetic conversions give.
template <class A, class B>
requires(std::is_arithmetic_v<A> && std::is_arithmetic_v<B>) constexpr std::common_type_t<A, B> min(A a, B b) {
    using T = std::common_type_t<A, B>;
    if constexpr (std::is_floating_point_v<T>) {
        return sycl::fmin(static_cast<T>(a), static_cast<T>(b));
    } else {
        return static_cast<T>(b) < static_cast<T>(a) ? static_cast<T>(b) : static_cast<T>(a);
    }
}
template <class A, class B>
requires(std::is_arithmetic_v<A> && std::is_arithmetic_v<B>) constexpr std::common_type_t<A, B> max(A a, B b) {
    using T = std::common_type_t<A, B>;
    if constexpr (std::is_floating_point_v<T>) {
        return sycl::fmax(static_cast<T>(a), static_cast<T>(b));
    } else {
        return static_cast<T>(a) < static_cast<T>(b) ? static_cast<T>(b) : static_cast<T>(a);
    }
}
/// Whole exponents of floating-point bases by pown; other numbers as double.
template <class A, class B>
requires(std::is_arithmetic_v<A> && std::is_arithmetic_v<B>) auto pow(A a, B b) {
    if constexpr (std::is_floating_point_v<A> && std::is_integral_v<B>) {
        return sycl::pown(a, static_cast<int>(b));
    } else if constexpr (std::is_same_v<A, float> && std::is_same_v<B, float>) {
        return sycl::pow(a, b);
    } else {
        return sycl::pow(static_cast<double>(a), static_cast<double>(b));
    }
}
inline float cbrt(float x) { return sycl::cbrt(x); }
inline double cbrt(double x) { return sycl::cbrt(x); }
/// 0 for what is below, NaN for NaN.
template <class T>
T relu(T x) {
    return x < T(0) ? T(0) : x;
}

/// The length of a vector of `count` numbers.
template <class T>
T length(const T* numbers, int count) {
    T sum = 0;
    for (int i = 0; i < count; ++i) sum += numbers[i] * numbers[i];
    return sycl::sqrt(sum);
}
inline float fast_length(const float* numbers, int count) { return length(numbers, count); }

// Complex numbers as vectors of two.
template <class T>
sycl::vec<T, 2> cmul(sycl::vec<T, 2> x, sycl::vec<T, 2> y) {
    return {x[0] * y[0] - x[1] * y[1], x[0] * y[1] + x[1] * y[0]};
}
template <class T>
sycl::vec<T, 2> cdiv(sycl::vec<T, 2> x, sycl::vec<T, 2> y) {
    const T norm = y[0] * y[0] + y[1] * y[1];
    return {(x[0] * y[0] + x[1] * y[1]) / norm, (x[1] * y[0] - x[0] * y[1]) / norm};
}
template <class T>
T cabs(sycl::vec<T, 2> x) {
    return sycl::hypot(x[0], x[1]);
}
template <class T>
sycl::vec<T, 2> conj(sycl::vec<T, 2> x) {
    return {x[0], -x[1]};
}

/// Comparisons: those that are unordered hold where an operand is NaN.
template <class T, class Compare>
requires std::is_invocable_r_v<bool, Compare, T, T> bool compare(T a, T b, Compare holds) {
    return holds(a, b);
}
template <class T>
bool compare(T a, T b, std::not_equal_to<>) {
    return !sycl::isnan(a) && !sycl::isnan(b) && a != b;
}
template <class T, class Compare>
bool unordered_compare(T a, T b, Compare holds) {
    return sycl::isnan(a) || sycl::isnan(b) || holds(a, b);
}
/// For each of two numbers: 1 or 0.
template <class T, class Compare>
sycl::vec<T, 2> compare(sycl::vec<T, 2> a, sycl::vec<T, 2> b, Compare holds) {
    return {T(compare(T(a[0]), T(b[0]), holds)), T(compare(T(a[1]), T(b[1]), holds))};
}
template <class T, class Compare>
sycl::vec<T, 2> unordered_compare(sycl::vec<T, 2> a, sycl::vec<T, 2> b, Compare holds) {
    return {T(unordered_compare(T(a[0]), T(b[0]), holds)), T(unordered_compare(T(a[1]), T(b[1]), holds))};
}
template <class T, class Compare>
bool compare_both(sycl::vec<T, 2> a, sycl::vec<T, 2> b, Compare holds) {
    return compare(T(a[0]), T(b[0]), holds) && compare(T(a[1]), T(b[1]), holds);
}
template <class T, class Compare>
bool unordered_compare_both(sycl::vec<T, 2> a, sycl::vec<T, 2> b, Compare holds) {
    return unordered_compare(T(a[0]), T(b[0]), holds) && unordered_compare(T(a[1]), T(b[1]), holds);
}
template <class T>
sycl::vec<T, 2> isnan(sycl::vec<T, 2> x) {
    return {T(sycl::isnan(T(x[0]))), T(sycl::isnan(T(x[1])))};
}

// Operations for the functions below, of numbers.
struct abs {
    template <class T>
    auto operator()(T x) const {
        return sycl::abs(x);
    }
};
struct abs_diff {
    template <class T>
    auto operator()(T x, T y) const {
        return sycl::abs_diff(x, y);
    }
};
struct add_sat {
    template <class T>
    T operator()(T x, T y) const {
        return sycl::add_sat(x, y);
    }
};
struct sub_sat {
    template <class T>
    T operator()(T x, T y) const {
        return sycl::sub_sat(x, y);
    }
};
struct hadd {
    template <class T>
    T operator()(T x, T y) const {
        return sycl::hadd(x, y);
    }
};
struct rhadd {
    template <class T>
    T operator()(T x, T y) const {
        return sycl::rhadd(x, y);
    }
};
struct maximum {
    template <class T>
    T operator()(T x, T y) const {
        return x < y ? y : x;
    }
};
struct minimum {
    template <class T>
    T operator()(T x, T y) const {
        return y < x ? y : x;
    }
};

namespace detail {

/// `f(element…)` for each element of words that are vectors: what holds has all its bits set.
template <class Vector, class F, class... Words>
unsigned for_elements(const F& f, Words... words) {
    static_assert(sizeof(Vector) == sizeof(unsigned), "a vector of 32 bits is wanted, such as sycl::char4");
    using element = typename Vector::element_type;
    sycl::vec<unsigned, 1> result;
    Vector elements = result.template as<Vector>();
    for (int k = 0; k < static_cast<int>(Vector::size()); ++k) {
        const auto one = f(static_cast<element>(sycl::vec<unsigned, 1>(words).template as<Vector>()[k])...);
        if constexpr (std::is_same_v<decltype(one), const bool>) {
            elements[k] = one ? static_cast<element>(-1) : element(0);
        } else {
            elements[k] = static_cast<element>(one);
        }
    }
    return elements.template as<sycl::vec<unsigned, 1>>()[0];
}

}  // namespace detail

/// `vectorized_binary<sycl::char4>(a, b, dpct::sub_sat())`: an operation on each of the numbers of two words.
template <class Vector, class F>
unsigned vectorized_binary(unsigned a, unsigned b, F f) {
    return detail::for_elements<Vector>(f, a, b);
}
template <class Vector, class F>
unsigned vectorized_unary(unsigned a, F f) {
    return detail::for_elements<Vector>(f, a);
}
/// `second(first(a, b), c)`, and 0 in place of what is negative if `need_relu`.
template <class Vector, class First, class Second>
unsigned vectorized_ternary(unsigned a, unsigned b, unsigned c, First first, Second second, bool need_relu = false) {
    return detail::for_elements<Vector>(
        [&](auto x, auto y, auto z) {
            const auto result = static_cast<decltype(x)>(second(static_cast<decltype(x)>(first(x, y)), z));
            return need_relu ? relu(result) : result;
        },
        a, b, c);
}
template <class Vector>
unsigned vectorized_max(unsigned a, unsigned b) {
    return vectorized_binary<Vector>(a, b, maximum());
}
template <class Vector>
unsigned vectorized_min(unsigned a, unsigned b) {
    return vectorized_binary<Vector>(a, b, minimum());
}
/// The sum of the differences.
template <class Vector>
unsigned vectorized_sum_abs_diff(unsigned a, unsigned b) {
    const auto x = sycl::vec<unsigned, 1>(a).template as<Vector>(), y = sycl::vec<unsigned, 1>(b).template as<Vector>();
    unsigned sum = 0;
    for (int k = 0; k < static_cast<int>(Vector::size()); ++k) sum += static_cast<unsigned>(sycl::abs_diff(x[k], y[k]));
    return sum;
}
/// All bits of the numbers that are greater.
template <class Vector, class Result = unsigned>
Result vectorized_isgreater(Result a, Result b) {
    return static_cast<Result>(vectorized_binary<Vector>(a, b, std::greater<>()));
}

/// `c` and the products of four bytes of two words, which are signed where the types of the words are.
template <class A, class B>
int dp4a(A a, B b, int c) {
    static_assert(std::is_integral_v<A> && std::is_integral_v<B> && sizeof(A) == 4 && sizeof(B) == 4);
    using byte_a = std::conditional_t<std::is_signed_v<A>, signed char, unsigned char>;
    using byte_b = std::conditional_t<std::is_signed_v<B>, signed char, unsigned char>;
    for (int k = 0; k < 4; ++k) c += static_cast<byte_a>(a >> 8 * k) * static_cast<byte_b>(b >> 8 * k);
    return c;
}

}  // namespace dpct

// Built-in functions on the device, of numbers, vec, swizzles and marray, against functions of long double, in units of
// the last place.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "sycl/sycl.hpp"

namespace ndweave::tests {

template <class T>
struct real_type {
    static constexpr int digits = std::numeric_limits<T>::digits,
                         least_exponent = std::numeric_limits<T>::min_exponent - 1;
    static constexpr long double largest = std::numeric_limits<T>::max();
};
template <>
struct real_type<sycl::half> {
    static constexpr int digits = 11, least_exponent = -14;
    static constexpr long double largest = 65504;
};

template <class T>
T rounded(long double x) {
    if constexpr (std::is_floating_point_v<T>) {
        return static_cast<T>(x);
    } else {
        return T(static_cast<float>(x));
    }
}
template <class T>
long double widened(T x) {
    if constexpr (std::is_arithmetic_v<T>) {
        return static_cast<long double>(x);
    } else {
        return static_cast<float>(x);
    }
}

/// How far `got` is from `expected`, in units of the last place of T; 0 where both are NaN or the same infinity.
template <class T>
long double units_off(T got, long double expected) {
    const long double x = widened(got);
    if (std::isnan(expected)) return std::isnan(x) ? 0 : std::numeric_limits<long double>::infinity();
    if (x == expected) return 0;
    using type = real_type<T>;
    const int exponent = std::isinf(expected) || std::fabs(expected) > type::largest ? std::ilogb(type::largest)
                         : expected == 0                                             ? type::least_exponent
                                         : std::max(std::ilogb(expected), type::least_exponent);
    const long double unit = std::ldexp(1.0L, exponent - type::digits + 1), beyond = type::largest + unit;
    const auto bounded = [&](long double v) {
        return std::isinf(v) || std::fabs(v) > beyond ? std::copysign(beyond, v) : v;
    };
    return std::fabs(bounded(x) - bounded(expected)) / unit;
}

/// Where arguments come from: most of them between bounds, uniform or uniform in the logarithm.
struct domain {
    long double low, high;
    bool of_any_size = false;

    long double draw(std::mt19937_64& random) const {
        std::uniform_real_distribution<double> part(0, 1);
        if (!of_any_size) return low + (high - low) * part(random);
        const long double size = high * std::exp2(-40.0L * part(random));
        return low < 0 && random() % 2 == 0 ? -size : size;
    }
};

inline constexpr long double infinite = std::numeric_limits<long double>::infinity();

template <class T>
std::vector<long double> edges() {
    using type = real_type<T>;
    const long double least = std::ldexp(1.0L, type::least_exponent),
                      nan = std::numeric_limits<long double>::quiet_NaN();
    return {0.0L,          -0.0L,          1,        -1,        0.5L, -0.5L, 1.5L, 2, -2, 3, least, -least,
            type::largest, -type::largest, infinite, -infinite, nan};
}

/// Arguments of `K` domains: random ones, and all combinations of edges if there are at most two.
template <class T, std::size_t K>
std::array<std::vector<T>, K> arguments(const std::array<domain, K>& domains, std::mt19937_64& random,
                                        bool with_edges) {
    std::array<std::vector<T>, K> made;
    const auto add = [&](auto... x) {
        std::size_t k = 0;
        (made[k++].push_back(rounded<T>(x)), ...);
    };
    if (with_edges) {
        for (const long double a : edges<T>()) {
            if constexpr (K == 1) add(a);
            if constexpr (K == 2) {
                for (const long double b : edges<T>()) add(a, b);
            }
        }
    }
    while (made[0].size() < 337 || made[0].size() % 12 != 0) {
        for (std::size_t k = 0; k < K; ++k) made[k].push_back(rounded<T>(domains[k].draw(random)));
    }
    return made;
}

/// Results of numbers, and of the first ones as vec, swizzles and marray.
template <class R>
using results = std::array<std::vector<R>, 4>;
inline constexpr const char* forms[] = {"number", "vec", "swizzle", "marray"};

/// Gives arguments, K times n of T, and room for 4 times n results to `launch`.
template <class T, class R, std::size_t K>
results<R> results_of(const std::array<std::vector<T>, K>& x,
                      const std::function<void(sycl::queue&, const T*, R*, std::size_t)>& launch) {
    sycl::queue q;
    const std::size_t n = x[0].size();
    T* const in = sycl::malloc_shared<T>(K * n, q);
    R* const out = sycl::malloc_shared<R>(4 * n, q);
    for (std::size_t k = 0; k < K; ++k) std::copy(x[k].begin(), x[k].end(), in + k * n);
    launch(q, in, out, n);
    results<R> made;
    for (std::size_t form = 0; form < 4; ++form) made[form].assign(out + form * n, out + (form + 1) * n);
    sycl::free(in, q);
    sycl::free(out, q);
    return made;
}

/// One work-item per argument: `f` of it, and the first ones also of four as a vec, of these in another order as a
/// swizzle, and of three as an marray. Here is only what needs the type of `f`: each of hundreds is compiled.
template <class T, class R, std::size_t K, class F>
results<R> on_device(const F& f, const std::array<std::vector<T>, K>& x) {
    return results_of<T, R, K>(x, [&](sycl::queue& q, const T* in, R* out, std::size_t n) {
        q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> id) {
             const std::size_t i = id[0];
             [&]<std::size_t... k>(std::index_sequence<k...>) {
                 out[i] = f(in[k * n + i]...);
                 if (i < n / 4) {
                     const auto four = [&](std::size_t from) {
                         return sycl::vec<T, 4>(in[from], in[from + 1], in[from + 2], in[from + 3]);
                     };
                     const auto of_vec = f(four(k * n + 4 * i)...);
                     const auto of_swizzle = f(four(k * n + 4 * i).template swizzle<3, 1, 2, 0>()...);
                     for (int lane = 0; lane < 4; ++lane) {
                         out[n + 4 * i + lane] = of_vec[lane];
                         out[2 * n + 4 * i + lane] = of_swizzle[lane == 0 ? 3 : lane == 3 ? 0 : lane];
                     }
                 }
                 if (i < n / 3) {
                     const auto three = [&](std::size_t from) {
                         return sycl::marray<T, 3>(in[from], in[from + 1], in[from + 2]);
                     };
                     const auto of_array = f(three(k * n + 3 * i)...);
                     for (int lane = 0; lane < 3; ++lane) out[3 * n + 3 * i + lane] = of_array[lane];
                 }
             }(std::make_index_sequence<K>());
         }).wait();
    });
}

/// A function of long double of K arguments.
template <std::size_t K>
using exact = std::function<long double(const std::array<long double, K>&)>;
template <std::size_t K, class Reference>
exact<K> exactly(const Reference& reference) {
    return [&reference](const std::array<long double, K>& x) {
        return static_cast<long double>(std::apply(reference, x));
    };
}
template <class T, std::size_t K>
std::array<long double, K> widened_at(const std::array<std::vector<T>, K>& x, std::size_t i) {
    std::array<long double, K> of;
    for (std::size_t k = 0; k < K; ++k) of[k] = widened(x[k][i]);
    return of;
}

/// Bounds of float and double are the same, of half by rounding those of float.
template <class T>
long double bound_for(long double units) {
    return std::is_same_v<T, sycl::half> && units > 1 ? 1.01L : units + 0.01L;
}

template <class T, std::size_t K>
void expect_within(const char* name, const results<T>& got, const std::array<std::vector<T>, K>& x,
                   const exact<K>& reference, long double units, unsigned long seed) {
    for (std::size_t form = 0; form < 4; ++form) {
        for (std::size_t i = 0; i < x[0].size(); ++i) {
            const long double expected = reference(widened_at(x, i)), off = units_off(got[form][i], expected);
            if (off <= bound_for<T>(units)) continue;
            std::string of;
            for (std::size_t k = 0; k < K; ++k) of += (k ? ", " : "") + std::to_string(widened(x[k][i]));
            ADD_FAILURE() << name << "(" << of << "), " << sizeof(T) << " bytes, of a " << forms[form] << ": "
                          << widened(got[form][i]) << ", expected " << expected << ", " << off << " units off; seed "
                          << seed;
            break;
        }
    }
}

template <class T, std::size_t K, class F, class Reference>
void expect_close(const char* name, const F& f, const Reference& reference, long double units,
                  const std::array<domain, K>& domains, bool with_edges, unsigned long seed) {
    std::mt19937_64 random(seed);
    const auto x = arguments<T, K>(domains, random, with_edges);
    expect_within<T, K>(name, on_device<T, T>(f, x), x, exactly<K>(reference), units, seed);
}

/// Whether kernels on the default device may have half.
inline bool has_half() { return sycl::queue().get_device().has(sycl::aspect::fp16); }

/// All three types, half where the device has it. `f` is a lambda that calls the function of what it is given.
template <std::size_t K, class F, class Reference>
void expect_close(const char* name, const F& f, const Reference& reference, long double units,
                  const std::array<domain, K>& domains, bool with_edges = true) {
    const unsigned long seed = std::random_device{}();
    expect_close<float>(name, f, reference, units, domains, with_edges, seed);
    expect_close<double>(name, f, reference, units, domains, with_edges, seed);
    if (!has_half()) return;
    std::array<domain, K> narrow = domains;
    for (domain& d : narrow) d.high = std::min(d.high, 1000.0L), d.low = std::max(d.low, -1000.0L);
    expect_close<sycl::half>(name, f, reference, units, narrow, with_edges, seed);
}

}  // namespace ndweave::tests

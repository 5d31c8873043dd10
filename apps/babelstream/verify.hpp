/// What BabelStream's arrays must hold.
#pragma once

#include <vector>

#include "app.hpp"

namespace ndweave::apps::babelstream {

/// Values of every element of the three arrays.
struct expected {
    long double a, b, c;
};

/// After `iterations` of copy, mul, add, triad from upstream's start values: with s the scalar and r = 2s + s²,
/// a = a₀ rⁿ, b = s a₀ rⁿ⁻¹, c = (1 + s) a₀ rⁿ⁻¹. Constants as T holds them, arithmetic in long double.
template <class T>
expected after_main_loop(int iterations);

/// After `iterations` of nstream from (a₀, b₀, c₀): a = a₀ + n (b₀ + s c₀).
template <class T>
expected after_nstream(int iterations, T a0, T b0, T c0);

/// Every element of an array against the one value it must have: the largest relative error, allowed up to 100 ε, and
/// beyond 100 iterations ε for each, for rounding adds up with them.
template <class T>
verification check_array(const char* name, const std::vector<T>& values, long double wanted, int iterations);

/// The last dot product, relative to elements × a × b: allowed up to 10⁷ ε, at most 10⁻³ (in float 10⁷ ε is more than
/// 1).
template <class T>
verification check_dot(T sum, const expected& values, std::size_t elements);

}  // namespace ndweave::apps::babelstream

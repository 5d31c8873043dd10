/// What a page of the benchmarks starts from: a queue, a size, random numbers; and arrays and comparisons for it.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <string>

#include "ndweave/ndweave.hpp"

namespace ndweave::bench {

/// `tiny` is the smoke run's size, for verification only.
struct setup {
    queue q;
    bool tiny;
    std::mt19937 random;

    std::size_t size(std::size_t full, std::size_t small) const { return tiny ? small : full; }
    float uniform(float low, float high) { return std::uniform_real_distribution<float>(low, high)(random); }
    /// A whole number: sums of few enough of them are exact in any order.
    int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); }
};

/// USM that host and device reach, for the life of a page.
template <class T>
class array {
public:
    array(std::size_t n, const queue& q) : q_(q), n_(n), data_(malloc_shared<T>(n, q_)) {}
    array(const array&) = delete;
    ~array() { free(data_, q_); }
    T* get() const { return data_; }
    T& operator[](std::size_t i) const { return data_[i]; }
    std::size_t size() const { return n_; }
    std::size_t bytes() const { return n_ * sizeof(T); }

private:
    queue q_;
    std::size_t n_;
    T* data_;
};

/// A result in double precision, and how far from it one in the kernel's precision may be.
struct expected {
    double value, tolerance = 0;
};

/// Every `stride`th element against `reference(i)`: what is wrong with the first that is too far off, "" if none is.
template <class T, class Reference>
std::string compare(const array<T>& got, const Reference& reference, std::size_t stride = 1) {
    for (std::size_t i = 0; i < got.size(); i += stride) {
        const expected e = reference(i);
        const double g = static_cast<double>(got[i]);
        if (!(std::abs(g - e.value) <= e.tolerance)) {
            return "element " + std::to_string(i) + " is " + std::to_string(g) + " instead of " +
                   std::to_string(e.value) + " +- " + std::to_string(e.tolerance);
        }
    }
    return "";
}

}  // namespace ndweave::bench

/// What the benchmark programs share.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <exception>
#include <string>

#include "ndweave/ndweave.hpp"

namespace ndweave::bench {

/// USM of the CPU for the life of a benchmark.
template <class T>
class array {
public:
    array(std::size_t n, queue q) : q_(q), n_(n), data_(malloc_shared<T>(n, q_)) {}
    array(const array&) = delete;
    ~array() { free(data_, q_); }
    T* get() const { return data_; }
    T& operator[](std::size_t i) const { return data_[i]; }
    std::size_t bytes() const { return n_ * sizeof(T); }

private:
    queue q_;
    std::size_t n_;
    T* data_;
};

inline queue cpu_queue() { return queue(device("cpu")); }

inline kernel_properties with(cpu_strategy s) { return {.strategy = s}; }

/// Runs `once` for the benchmark's time, then `wrong`, which returns what is wrong with the results ("" if nothing). A
/// figure with wrong results is an error, and so is a peer or strategy that this machine lacks.
template <class Once, class Wrong>
void measure(benchmark::State& state, const Once& once, const Wrong& wrong) {
    try {
        once();
        for (auto _ : state) once();
        const std::string text = wrong();
        if (!text.empty()) state.SkipWithError(text.c_str());
    } catch (const std::exception& e) {
        state.SkipWithError(e.what());
    }
}

inline std::string unequal(const char* what, std::size_t at, double got, double expected) {
    return std::string("wrong ") + what + " at " + std::to_string(at) + ": " + std::to_string(got) + " instead of " +
           std::to_string(expected);
}

}  // namespace ndweave::bench

/// What the tests of the CPU engine share: the strategies, and memory that is given back.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>

#include "ndweave/ndweave.hpp"

namespace ndweave::tests {

inline std::string name_of(cpu_strategy s) {
    switch (s) {
        case cpu_strategy::loop:
            return "loop";
        case cpu_strategy::cbs:
            return "cbs";
        case cpu_strategy::fiber:
            return "fiber";
        case cpu_strategy::automatic:
            break;
    }
    return "automatic";
}

inline std::string name_of_parameter(const testing::TestParamInfo<cpu_strategy>& info) { return name_of(info.param); }

/// Whether this build can run `cbs`: it needs the extraction plugin and the kernel compiler.
inline const std::string& reason_without_cbs() {
    static const std::string reason = [] {
        try {
            queue(device("cpu"))
                .parallel_for(nd_range<1>(1, 1), kernel_properties{.strategy = cpu_strategy::cbs}, [](nd_item<1>) {});
            return std::string();
        } catch (const exception& e) {
            return std::string(e.what());
        }
    }();
    return reason;
}

/// A test for each strategy; strategies that this build lacks are skipped and say why.
class EachStrategy : public testing::TestWithParam<cpu_strategy> {
protected:
    void SetUp() override {
        if (GetParam() == cpu_strategy::cbs && !reason_without_cbs().empty()) GTEST_SKIP() << reason_without_cbs();
    }

    kernel_properties properties() const { return {.strategy = GetParam()}; }

    queue q{device("cpu")};
};

/// Strategies that run any kernel, and those that run kernels with barriers.
inline const auto every_strategy =
    testing::Values(cpu_strategy::automatic, cpu_strategy::loop, cpu_strategy::cbs, cpu_strategy::fiber);
inline const auto barrier_strategies = testing::Values(cpu_strategy::automatic, cpu_strategy::cbs, cpu_strategy::fiber);

/// Shared memory for one test.
template <class T>
class shared_array {
public:
    shared_array(std::size_t count, const queue& q, T value = T()) : q_(q), size_(count) {
        data_ = malloc_shared<T>(count, q_);
        for (std::size_t i = 0; i < count; ++i) data_[i] = value;
    }
    shared_array(const shared_array&) = delete;
    ~shared_array() { free(data_, q_); }

    T* data() const { return data_; }
    T& operator[](std::size_t i) const { return data_[i]; }
    std::size_t size() const { return size_; }

private:
    queue q_;
    std::size_t size_;
    T* data_;
};

/// Fresh random numbers; a failing test prints the seed.
class random_source {
public:
    random_source()
        : seed_(std::random_device()()), engine_(seed_), trace_(__FILE__, __LINE__, "seed " + std::to_string(seed_)) {}

    std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(engine_() % n); }

private:
    std::uint32_t seed_;
    std::mt19937 engine_;
    testing::ScopedTrace trace_;
};

}  // namespace ndweave::tests

/// What the conformance tests share: the device under test, and moving data to and from it.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "ndweave/ndweave.hpp"

namespace ndweave::conformance {

/// Device memory that goes with its scope.
template <class T>
class buffer {
public:
    buffer(queue& q, std::size_t count) : queue_(q), data_(malloc_device<T>(count, q)), count_(count) {}
    buffer(queue& q, const std::vector<T>& host) : buffer(q, host.size()) {
        q.memcpy(data_, host.data(), host.size() * sizeof(T));
        q.wait();
    }
    buffer(const buffer&) = delete;
    ~buffer() {
        if (data_) free(data_, queue_);
    }

    T* get() const { return data_; }
    std::vector<T> read() const {
        std::vector<T> host(count_);
        queue_.memcpy(host.data(), data_, count_ * sizeof(T));
        queue_.wait();
        return host;
    }

private:
    queue& queue_;
    T* data_;
    std::size_t count_;
};

/// $NDWEAVE_TEST_SEED, or a fresh one.
inline unsigned seed() {
    const char* const wish = std::getenv("NDWEAVE_TEST_SEED");
    return wish ? static_cast<unsigned>(std::strtoul(wish, nullptr, 0)) : std::random_device{}();
}

/// Tests of the device that NDWEAVE_DEVICE names. Each gets a fresh seed, printed with every failure.
class Conformance : public ::testing::Test {
protected:
    Conformance() : trace_(__FILE__, __LINE__, "seed " + std::to_string(seed_)) {}

    /// False for the null device, which only goes through the motions: then no result is looked at.
    bool computes() const { return q.get_device().backend_name() != "null"; }

    template <class T>
    void expect_equal(const std::vector<T>& got, const std::vector<T>& expected) const {
        if (!computes()) return;
        ASSERT_EQ(got.size(), expected.size());
        for (std::size_t i = 0; i < got.size(); ++i) ASSERT_EQ(got[i], expected[i]) << "element " << i;
    }

    /// out[i] = f(i) for n work-items.
    template <class T, class F>
    std::vector<T> compute(std::size_t n, const F& f) {
        buffer<T> out(q, n);
        T* const o = out.get();
        q.parallel_for(range<1>(n), [=](id<1> i) { o[i] = f(i[0]); });
        return out.read();
    }

    const unsigned seed_ = seed();
    std::mt19937 random{seed_};
    queue q;

private:
    ::testing::ScopedTrace trace_;
};

}  // namespace ndweave::conformance

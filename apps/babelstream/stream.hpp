/// What a programming model brings to BabelStream: three arrays, six kernels. One virtual call per kernel and sample.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace ndweave {
class queue;
}

namespace ndweave::apps::babelstream {

/// Upstream's constants: the arrays' first values and the scalar.
template <class T>
struct start {
    static constexpr T a = T(0.1), b = T(0.2), c = T(0.0), scalar = T(0.4);
};

/// Iterations that the device times itself, after the measured ones.
inline constexpr int event_samples_wanted = 10;

template <class T>
class stream {
public:
    virtual ~stream() = default;

    // Every kernel returns when it is done.
    virtual void init(T a, T b, T c) = 0;
    virtual void copy() = 0;     // c = a
    virtual void mul() = 0;      // b = scalar * c
    virtual void add() = 0;      // c = a + b
    virtual void triad() = 0;    // a = b + scalar * c
    virtual void nstream() = 0;  // a += b + scalar * c
    virtual T dot() = 0;         // sum of a * b
    /// From now on kernels are timed by the device as well; false where that cannot be.
    virtual bool time_by_events() { return false; }
    virtual double event_seconds() { return 0; }           // of the last kernel, after time_by_events()
    virtual bool event_spans_commands() { return false; }  // and of a copy behind it
    virtual void read(std::vector<T>& a, std::vector<T>& b, std::vector<T>& c) = 0;
};

template <class T>
std::unique_ptr<stream<T>> make_device_stream(queue& q, std::size_t elements);

template <class T>
std::unique_ptr<stream<T>> make_openmp_stream(std::size_t elements);

/// Throws unavailable where the CUDA C++ peer is not here.
template <class T>
std::unique_ptr<stream<T>> make_cuda_stream(std::size_t elements);

}  // namespace ndweave::apps::babelstream

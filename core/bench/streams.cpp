// BabelStream's kernels on 2^25 doubles: memory bandwidth.
#include "page/page.hpp"

namespace ndweave::bench {
namespace {

constexpr double scalar = 0.4;

/// What the five kernels share. Whole numbers, so that sums are exact.
struct streams {
    static constexpr bool barriers = false;
    queue q;
    std::size_t n;
    array<double> a, b, c;

    explicit streams(setup& s) : q(s.q), n(s.size(std::size_t{1} << 25, 10007)), a(n, q), b(n, q), c(n, q) {
        double *const x = a.get(), *const y = b.get(), *const z = c.get();
        const std::uint32_t salt = s.random();
        q.parallel_for(range<1>(n), [=](id<1> i) {  // on the device, so that pages lie where its threads are
            const std::uint32_t mixed = (static_cast<std::uint32_t>(i[0]) ^ salt) * 2654435761u;
            x[i] = mixed >> 24;
            y[i] = mixed >> 16 & 255;
            z[i] = mixed >> 8 & 255;
        });
        q.wait();
    }

    std::string compare_with(const array<double>& got, auto reference) const {
        return compare(got, [&](std::size_t i) { return expected{reference(i), 1e-13}; });
    }
};

struct copy : streams {
    using streams::streams;
    void run(const kernel_properties& p) {
        q.parallel_for(range<1>(n), p, [c = c.get(), a = a.get()](id<1> i) { c[i] = a[i]; });
    }
    void run(const peer_table& peer) { peer.copy(c.get(), a.get(), n); }
    static constexpr const char* opencl_c = R"(
kernel void run(global double* c, global const double* a) {
    const size_t i = get_global_id(0);
    c[i] = a[i];
})";
    void bind(opencl_kernel& k) {
        k.arguments(c, a);
        k.ranges({n});
    }
    std::size_t bytes() const { return 2 * a.bytes(); }
    std::string wrong() const {
        return compare_with(c, [&](std::size_t i) { return a[i]; });
    }
};

struct mul : streams {
    using streams::streams;
    void run(const kernel_properties& p) {
        q.parallel_for(range<1>(n), p, [b = b.get(), c = c.get()](id<1> i) { b[i] = scalar * c[i]; });
    }
    void run(const peer_table& peer) { peer.mul(b.get(), c.get(), scalar, n); }
    static constexpr const char* opencl_c = R"(
kernel void run(global double* b, global const double* c, double scalar) {
    const size_t i = get_global_id(0);
    b[i] = scalar * c[i];
})";
    void bind(opencl_kernel& k) {
        k.arguments(b, c, scalar);
        k.ranges({n});
    }
    std::size_t bytes() const { return 2 * a.bytes(); }
    std::string wrong() const {
        return compare_with(b, [&](std::size_t i) { return scalar * c[i]; });
    }
};

struct add : streams {
    using streams::streams;
    void run(const kernel_properties& p) {
        q.parallel_for(range<1>(n), p, [c = c.get(), a = a.get(), b = b.get()](id<1> i) { c[i] = a[i] + b[i]; });
    }
    void run(const peer_table& peer) { peer.add(c.get(), a.get(), b.get(), n); }
    static constexpr const char* opencl_c = R"(
kernel void run(global double* c, global const double* a, global const double* b) {
    const size_t i = get_global_id(0);
    c[i] = a[i] + b[i];
})";
    void bind(opencl_kernel& k) {
        k.arguments(c, a, b);
        k.ranges({n});
    }
    std::size_t bytes() const { return 3 * a.bytes(); }
    std::string wrong() const {
        return compare_with(c, [&](std::size_t i) { return a[i] + b[i]; });
    }
};

struct triad : streams {
    using streams::streams;
    void run(const kernel_properties& p) {
        q.parallel_for(range<1>(n), p,
                       [a = a.get(), b = b.get(), c = c.get()](id<1> i) { a[i] = b[i] + scalar * c[i]; });
    }
    void run(const peer_table& peer) { peer.triad(a.get(), b.get(), c.get(), scalar, n); }
    static constexpr const char* opencl_c = R"(
kernel void run(global double* a, global const double* b, global const double* c, double scalar) {
    const size_t i = get_global_id(0);
    a[i] = b[i] + scalar * c[i];
})";
    void bind(opencl_kernel& k) {
        k.arguments(a, b, c, scalar);
        k.ranges({n});
    }
    std::size_t bytes() const { return 3 * a.bytes(); }
    std::string wrong() const {
        return compare_with(a, [&](std::size_t i) { return b[i] + scalar * c[i]; });
    }
};

/// By hand in OpenCL C the way that suits a processor: runs of consecutive elements, eight sums at a time, the runs'
/// sums added by the host. (BabelStream's own kernel, strides and a tree in local memory, is 20 times slower on PoCL.)
struct dot : streams {
    static constexpr std::size_t run_length = 8192;
    array<double> sum, partial;

    explicit dot(setup& s) : streams(s), sum(1, q), partial((n + run_length - 1) / run_length, q) { sum[0] = -1; }

    void run(const kernel_properties& p) {
        q.parallel_for(range<1>(n), p, reduction(sum.get(), plus<>(), {property::reduction::initialize_to_identity()}),
                       [a = a.get(), b = b.get()](id<1> i, auto& total) { total += a[i] * b[i]; });
    }
    void run(const peer_table& peer) { sum[0] = peer.dot(a.get(), b.get(), n); }
    static constexpr const char* opencl_c = R"(
kernel void run(global double* partial, global const double* a, global const double* b, ulong length, ulong n) {
    const size_t first = get_global_id(0) * length, last = min(first + length, n);
    size_t i = first;
    double s[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    for (; i + 8 <= last; i += 8) {
        for (int k = 0; k < 8; ++k) s[k] += a[i + k] * b[i + k];
    }
    for (; i < last; ++i) s[0] += a[i] * b[i];
    partial[get_global_id(0)] = ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
})";
    void bind(opencl_kernel& k) {
        k.arguments(partial, a, b, cl_ulong{run_length}, cl_ulong{n});
        k.ranges({partial.size()}, {1});
    }
    void after_opencl() {
        sum[0] = 0;
        for (std::size_t r = 0; r < partial.size(); ++r) sum[0] += partial[r];
    }
    std::size_t bytes() const { return 2 * a.bytes(); }
    std::string wrong() const {
        double exact = 0;
        for (std::size_t i = 0; i < n; ++i) exact += a[i] * b[i];
        return compare(sum, [&](std::size_t) { return expected{exact}; });
    }
};

}  // namespace

void register_benchmarks() {
    register_page<copy>("copy");
    register_page<mul>("mul");
    register_page<add>("add");
    register_page<triad>("triad");
    register_page<dot>("dot");
}

}  // namespace ndweave::bench

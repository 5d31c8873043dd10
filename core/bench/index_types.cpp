// The same kernels with indices of `int`, as most programs have them, and of `std::size_t`: they should take the same
// time.
#include "tiled_matmul.hpp"

namespace ndweave::bench {
namespace {

template <class Index>
using product = tiled_matmul<float, Index>;

/// Five points of a grid, by work-groups of 16 x 16; the rim stays.
template <class Index>
struct stencil {
    static constexpr bool barriers = false;
    queue q;
    std::size_t n;
    array<float> from, to;

    explicit stencil(setup& s) : q(s.q), n(s.size(2048, 48)), from(n * n, q), to(n * n, q) {
        for (std::size_t i = 0; i < n * n; ++i) {
            from[i] = static_cast<float>(s.whole(-99, 99));
            to[i] = from[i];
        }
    }

    void run(const kernel_properties& properties) {
        const float* const a = from.get();
        float* const b = to.get();
        const Index size = static_cast<Index>(n);
        q.parallel_for(nd_range<2>({n, n}, {16, 16}), properties, [=](nd_item<2> it) {
            const Index i = static_cast<Index>(it.get_global_id(0)), j = static_cast<Index>(it.get_global_id(1));
            if (i > 0 && i < size - 1 && j > 0 && j < size - 1) {
                b[i * size + j] =
                    0.25f * (a[i * size + j - 1] + a[i * size + j + 1] + a[(i - 1) * size + j] + a[(i + 1) * size + j]);
            }
        });
    }

    std::size_t bytes() const { return from.bytes() + to.bytes(); }
    std::string wrong() const {
        return compare(to, [&](std::size_t at) {
            const std::size_t i = at / n, j = at % n;
            if (i == 0 || i == n - 1 || j == 0 || j == n - 1) return expected{from[at]};
            return expected{0.25 * (static_cast<double>(from[at - 1]) + from[at + 1] + from[at - n] + from[at + n])};
        });
    }
};

/// A work-item a column: its sum over the rows, weighted.
template <class Index>
struct columns {
    static constexpr bool barriers = false;
    queue q;
    std::size_t n;
    array<float> matrix, weights, sums;

    explicit columns(setup& s) : q(s.q), n(s.size(2048, 67)), matrix(n * n, q), weights(n, q), sums(n, q) {
        for (std::size_t i = 0; i < n * n; ++i) matrix[i] = static_cast<float>(s.whole(-8, 8));
        for (std::size_t i = 0; i < n; ++i) weights[i] = static_cast<float>(s.whole(-6, 6));
    }

    void run(const kernel_properties& properties) {
        const float *const a = matrix.get(), *const w = weights.get();
        float* const to = sums.get();
        const Index size = static_cast<Index>(n);
        q.parallel_for(range<1>(n), properties, [=](id<1> at) {
            const Index i = static_cast<Index>(at[0]);
            float sum = 0;
            for (Index j = 0; j < size; ++j) sum += a[j * size + i] * w[j];
            to[i] = sum;
        });
    }

    std::size_t bytes() const { return matrix.bytes(); }
    std::string wrong() const {
        return compare(sums, [&](std::size_t i) {
            double sum = 0;
            for (std::size_t j = 0; j < n; ++j) sum += static_cast<double>(matrix[j * n + i]) * weights[j];
            return expected{sum};
        });
    }
};

/// A loop over the whole array with the launch's range as its step.
template <class Index>
struct strides {
    static constexpr bool barriers = false;
    static constexpr std::size_t items = 64 * 256;
    queue q;
    std::size_t n;
    array<float> x, y;

    explicit strides(setup& s) : q(s.q), n(s.size(std::size_t{1} << 22, 3 * items + 1001)), x(n, q), y(n, q) {
        for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<float>(s.whole(-99, 99));
    }

    void run(const kernel_properties& properties) {
        const float* const from = x.get();
        float* const to = y.get();
        const Index size = static_cast<Index>(n);
        q.parallel_for(nd_range<1>(items, 256), properties, [=](nd_item<1> it) {
            const Index step = static_cast<Index>(it.get_global_range(0));
            for (Index i = static_cast<Index>(it.get_global_id(0)); i < size; i += step) to[i] = 2 * from[i] + 1;
        });
    }

    std::size_t bytes() const { return x.bytes() + y.bytes(); }
    std::string wrong() const {
        return compare(y, [&](std::size_t i) { return expected{2.0 * x[i] + 1}; });
    }
};

}  // namespace

void register_benchmarks() {
    register_index_twins<product>("index_types/product");
    register_index_twins<stencil>("index_types/stencil");
    register_index_twins<columns>("index_types/columns");
    register_index_twins<strides>("index_types/strides");
}

}  // namespace ndweave::bench

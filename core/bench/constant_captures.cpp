// Kernels whose numbers are captured, and twins that have them as template arguments: they should take the same time
// once the captures have stayed the same for a while.
#include "page/page.hpp"

namespace ndweave::bench {
namespace {

/// A number that the compiler knows, or one that a kernel captures.
template <int Value>
struct known {
    constexpr operator int() const { return Value; }
};

struct captured {
    int value;
    operator int() const { return value; }
};

template <class Number, int Value>
Number number() {
    if constexpr (std::is_same_v<Number, captured>) {
        return {Value};
    } else {
        return {};
    }
}

constexpr std::size_t default_items = std::size_t{1} << 16;

/// A trip count that is a stride as well: a dense row for each work-item.
template <class Number>
struct rows {
    static constexpr int length = 6;
    static constexpr bool barriers = false;
    queue q;
    std::size_t n;
    array<float> matrix, x, y;

    explicit rows(setup& s) : q(s.q), n(s.size(default_items, 1009)), matrix(n * length, q), x(length, q), y(n, q) {
        for (std::size_t i = 0; i < n * length; ++i) matrix[i] = static_cast<float>(s.whole(-8, 8));
        for (std::size_t i = 0; i < length; ++i) x[i] = static_cast<float>(s.whole(-6, 6));
    }

    void run(const kernel_properties& properties) {
        const float *const a = matrix.get(), *const v = x.get();
        float* const to = y.get();
        const auto count = number<Number, length>();
        q.parallel_for(range<1>(n), properties, [=](id<1> at) {
            const int i = static_cast<int>(at[0]);
            float sum = 0;
            for (int k = 0; k < count; ++k) sum += a[i * count + k] * v[k];
            to[i] = sum;
        });
    }

    std::string wrong() const {
        return compare(y, [&](std::size_t i) {
            double sum = 0;
            for (std::size_t k = 0; k < length; ++k) sum += static_cast<double>(matrix[i * length + k]) * x[k];
            return expected{sum};
        });
    }
};

/// A small radius.
template <class Number>
struct filter {
    static constexpr int width = 2;
    static constexpr bool barriers = false;
    queue q;
    std::size_t n;
    array<float> x, weights, y;

    explicit filter(setup& s)
        : q(s.q), n(s.size(default_items, 1009)), x(n + 2 * width, q), weights(2 * width + 1, q), y(n, q) {
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(s.whole(-99, 99));
        for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<float>(s.whole(-4, 4));
    }

    void run(const kernel_properties& properties) {
        const float *const from = x.get(), *const w = weights.get();
        float* const to = y.get();
        const auto r = number<Number, width>();
        q.parallel_for(range<1>(n), properties, [=](id<1> at) {
            const int i = static_cast<int>(at[0]) + r;
            float sum = 0;
            for (int k = -r; k <= r; ++k) sum += w[k + r] * from[i + k];
            to[i - r] = sum;
        });
    }

    std::string wrong() const {
        return compare(y, [&](std::size_t i) {
            double sum = 0;
            for (std::size_t k = 0; k < weights.size(); ++k) sum += static_cast<double>(weights[k]) * x[i + k];
            return expected{sum};
        });
    }
};

/// Coordinates from an index: a division and a remainder.
template <class Number>
struct transposition {
    static constexpr int columns = 56;
    static constexpr bool barriers = false;
    queue q;
    std::size_t n;
    array<int> x, y;

    explicit transposition(setup& s) : q(s.q), n(s.size(default_items, 1120) / columns * columns), x(n, q), y(n, q) {
        for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<int>(s.whole(-99, 99));
    }

    void run(const kernel_properties& properties) {
        const int* const from = x.get();
        int* const to = y.get();
        const int rows_of_it = static_cast<int>(n) / columns;
        const auto width = number<Number, columns>();
        q.parallel_for(range<1>(n), properties, [=](id<1> at) {
            const int i = static_cast<int>(at[0]);
            to[i % width * rows_of_it + i / width] = from[i];
        });
    }

    std::string wrong() const {
        const std::size_t height = n / columns;
        return compare(
            y, [&](std::size_t i) { return expected{static_cast<double>(x[i % height * columns + i / height])}; });
    }
};

/// A stride alone: five points of a grid.
template <class Number>
struct stencil {
    static constexpr int side = 256;
    static constexpr bool barriers = false;
    queue q;
    std::size_t n = side;
    array<float> from, to;

    explicit stencil(setup& s) : q(s.q), from(n * n, q), to(n * n, q) {
        for (std::size_t i = 0; i < n * n; ++i) {
            from[i] = static_cast<float>(s.whole(-99, 99));
            to[i] = from[i];
        }
    }

    void run(const kernel_properties& properties) {
        const float* const a = from.get();
        float* const b = to.get();
        const auto size = number<Number, side>();
        q.parallel_for(nd_range<2>({n, n}, {16, 16}), properties, [=](nd_item<2> it) {
            const int i = static_cast<int>(it.get_global_id(0)), j = static_cast<int>(it.get_global_id(1));
            if (i > 0 && i < size - 1 && j > 0 && j < size - 1) {
                b[i * size + j] =
                    0.25f * (a[i * size + j - 1] + a[i * size + j + 1] + a[(i - 1) * size + j] + a[(i + 1) * size + j]);
            }
        });
    }

    std::string wrong() const {
        return compare(to, [&](std::size_t at) {
            const std::size_t i = at / n, j = at % n;
            if (i == 0 || i == n - 1 || j == 0 || j == n - 1) return expected{from[at]};
            return expected{0.25 * (static_cast<double>(from[at - 1]) + from[at + 1] + from[at - n] + from[at + n])};
        });
    }
};

template <template <class> class Kernel, int Value>
void register_twins(const std::string& name) {
    register_kernel<Kernel<captured>>("constant_captures/" + name + "/captured");
    register_kernel<Kernel<known<Value>>>("constant_captures/" + name + "/template");
}

}  // namespace

void register_benchmarks() {
    register_twins<rows, rows<captured>::length>("rows");
    register_twins<filter, filter<captured>::width>("filter");
    register_twins<transposition, transposition<captured>::columns>("transposition");
    register_twins<stencil, stencil<captured>::side>("stencil");
}

}  // namespace ndweave::bench

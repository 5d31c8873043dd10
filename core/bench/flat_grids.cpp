// Seven points of a grid of three dimensions, whose cells a launch numbers in three dimensions, or in one as many
// programs do: they should take the same time.
#include "page/page.hpp"

namespace ndweave::bench {
namespace {

/// A grid and what each cell becomes; the rim stays.
struct grid {
    static constexpr bool barriers = false;
    queue q;
    std::size_t nx, ny, nz;
    array<float> from, to;

    explicit grid(setup& s)
        : q(s.q), nx(s.size(200, 37)), ny(s.size(160, 11)), nz(s.size(120, 7)), from(cells(), q), to(cells(), q) {
        for (std::size_t i = 0; i < cells(); ++i) {
            from[i] = static_cast<float>(s.whole(-99, 99));
            to[i] = from[i];
        }
    }

    std::size_t cells() const { return nx * ny * nz; }
    std::size_t bytes() const { return from.bytes() + to.bytes(); }

    bool is_rim(std::size_t i) const {
        const std::size_t x = i % nx, y = i / nx % ny, z = i / nx / ny;
        return x == 0 || x == nx - 1 || y == 0 || y == ny - 1 || z == 0 || z == nz - 1;
    }
    std::string wrong() const {
        return compare(to, [&](std::size_t i) {
            if (is_rim(i)) return expected{from[i]};
            const auto a = [&](std::size_t at) { return static_cast<double>(from[at]); };
            return expected{0.5 * a(i) +
                            0.25 * (a(i - 1) + a(i + 1) + a(i - nx) + a(i + nx) + a(i - nx * ny) + a(i + nx * ny))};
        });
    }
};

/// One cell of a grid with the rim left out.
template <class Index>
void update(float* b, const float* a, Index x, Index y, Index z, Index nx, Index ny, Index nz) {
    if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1) {
        const Index i = (z * ny + y) * nx + x;
        b[i] = 0.5f * a[i] + 0.25f * (a[i - 1] + a[i + 1] + a[i - nx] + a[i + nx] + a[i - nx * ny] + a[i + nx * ny]);
    }
}

template <class Index>
struct in_three_dimensions : grid {
    using grid::grid;

    void run(const kernel_properties& properties) {
        const Index w = static_cast<Index>(nx), h = static_cast<Index>(ny), d = static_cast<Index>(nz);
        q.parallel_for(range<3>(nz, ny, nx), properties, [a = from.get(), b = to.get(), w, h, d](id<3> at) {
            update(b, a, static_cast<Index>(at[2]), static_cast<Index>(at[1]), static_cast<Index>(at[0]), w, h, d);
        });
    }
};

/// By remainders of quotients, in groups of 256, as in CUDA.
template <class Index>
struct by_quotients : grid {
    using grid::grid;

    void run(const kernel_properties& properties) {
        const Index w = static_cast<Index>(nx), h = static_cast<Index>(ny), d = static_cast<Index>(nz);
        const std::size_t items = (cells() + 255) / 256 * 256;
        q.parallel_for(nd_range<1>(items, 256), properties, [a = from.get(), b = to.get(), w, h, d](nd_item<1> item) {
            const Index i = static_cast<Index>(item.get_global_id(0));
            if (i < w * h * d) update(b, a, i % w, i / w % h, i / (w * h), w, h, d);
        });
    }
};

/// By quotients of remainders.
template <class Index>
struct by_planes : grid {
    using grid::grid;

    void run(const kernel_properties& properties) {
        const Index w = static_cast<Index>(nx), h = static_cast<Index>(ny), d = static_cast<Index>(nz);
        q.parallel_for(range<1>(cells()), properties, [a = from.get(), b = to.get(), w, h, d](id<1> at) {
            const Index i = static_cast<Index>(at[0]), cell = i % (w * h);
            update(b, a, cell % w, cell / w, i / (w * h), w, h, d);
        });
    }
};

}  // namespace

void register_benchmarks() {
    register_index_twins<in_three_dimensions>("flat_grids/three_dimensions");
    register_index_twins<by_quotients>("flat_grids/quotients");
    register_index_twins<by_planes>("flat_grids/planes");
}

}  // namespace ndweave::bench

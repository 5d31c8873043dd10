// Matrix product by 16 x 16 tiles in local memory.
#pragma once

#include <type_traits>

#include "page/page.hpp"

namespace ndweave::bench {

inline constexpr std::size_t tile = 16;

/// Square matrices of `T`; the kernel's indices are of `Index`.
template <class T, class Index = std::size_t>
struct tiled_matmul {
    static constexpr bool barriers = true;
    queue q;
    std::size_t n;
    array<T> a, b, c;

    explicit tiled_matmul(setup& s) : q(s.q), n(s.size(1024, 3 * tile)), a(n * n, q), b(n * n, q), c(n * n, q) {
        for (std::size_t i = 0; i < n * n; ++i) {
            a[i] = static_cast<T>(s.whole(-8, 8));
            b[i] = static_cast<T>(s.whole(-6, 6));
            c[i] = 0.5;
        }
    }

    void run(const kernel_properties& properties) {
        const T *const left = a.get(), *const right = b.get();
        T* const to = c.get();
        const Index size = static_cast<Index>(n);
        q.submit([&](handler& h) {
            local_accessor<T, 2> as(range<2>(tile, tile), h), bs(range<2>(tile, tile), h);
            h.parallel_for(nd_range<2>({n, n}, {tile, tile}), properties, [=](nd_item<2> it) {
                const Index ty = static_cast<Index>(it.get_local_id(0)), tx = static_cast<Index>(it.get_local_id(1));
                const Index row = static_cast<Index>(it.get_global_id(0));
                const Index column = static_cast<Index>(it.get_global_id(1));
                constexpr Index step = tile;
                T sum = 0;
                for (Index t = 0; t < size; t += step) {
                    as[ty][tx] = left[row * size + t + tx];
                    bs[ty][tx] = right[(t + ty) * size + column];
                    group_barrier(it.get_group());
                    for (Index k = 0; k < step; ++k) sum += as[ty][k] * bs[k][tx];
                    group_barrier(it.get_group());
                }
                to[row * size + column] = sum;
            });
        });
    }
    void run(const peer_table& peer) {
        if constexpr (std::is_same_v<T, double>) {
            peer.dgemm(c.get(), a.get(), b.get(), n);
        } else {
            peer.matmul(c.get(), a.get(), b.get(), n);
        }
    }

    /// A sample of the elements. Whole numbers below 2^24: every order of summation gives the same.
    std::string wrong() const {
        const auto reference = [&](std::size_t at) {
            double sum = 0;
            for (std::size_t k = 0; k < n; ++k) sum += static_cast<double>(a[at / n * n + k]) * b[k * n + at % n];
            return expected{sum};
        };
        return compare(c, reference, 101);
    }
};

}  // namespace ndweave::bench

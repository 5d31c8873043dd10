// C = A·B in tiles: each work-group multiplies a row of tiles with a column of tiles, which its work-items load into
// local memory together, with barriers between loading and using them. Device memory and copies, as GPUs want them.
#include <cmath>
#include <cstdio>
#include <ndweave/ndweave.hpp>
#include <vector>

using namespace ndweave;

constexpr std::size_t tile = 16;

event multiply(queue& q, const float* a, const float* b, float* c, std::size_t n) {
    return q.submit([&](handler& h) {
        const local_accessor<float, 2> a_tile({tile, tile}, h);
        const local_accessor<float, 2> b_tile({tile, tile}, h);
        h.parallel_for(nd_range<2>({n, n}, {tile, tile}), [=](nd_item<2> it) {
            const std::size_t row = it.get_global_id(0), column = it.get_global_id(1);
            const std::size_t y = it.get_local_id(0), x = it.get_local_id(1);
            float sum = 0;
            for (std::size_t k = 0; k < n; k += tile) {
                a_tile[y][x] = a[row * n + k + x];
                b_tile[y][x] = b[(k + y) * n + column];
                group_barrier(it.get_group());
                for (std::size_t i = 0; i < tile; ++i) sum += a_tile[y][i] * b_tile[i][x];
                group_barrier(it.get_group());
            }
            c[row * n + column] = sum;
        });
    });
}

int main() {
    queue q;
    constexpr std::size_t n = 256;  // a multiple of the tile
    std::vector<float> a(n * n), b(n * n), c(n * n);
    for (std::size_t i = 0; i < n * n; ++i) {
        a[i] = std::sin(static_cast<float>(i));
        b[i] = std::cos(static_cast<float>(3 * i));
    }
    float* device_a = malloc_device<float>(n * n, q);
    float* device_b = malloc_device<float>(n * n, q);
    float* device_c = malloc_device<float>(n * n, q);
    q.copy(a.data(), device_a, n * n);  // queues are in order: no events are needed between these
    q.copy(b.data(), device_b, n * n);
    multiply(q, device_a, device_b, device_c, n);
    q.copy(device_c, c.data(), n * n).wait();
    for (float* p : {device_a, device_b, device_c}) free(p, q);

    double largest = 0;
    for (std::size_t row = 0; row < n; ++row) {
        for (std::size_t column = 0; column < n; ++column) {
            double exact = 0;
            for (std::size_t k = 0; k < n; ++k) exact += static_cast<double>(a[row * n + k]) * b[k * n + column];
            largest = std::fmax(largest, std::fabs(c[row * n + column] - exact));
        }
    }
    std::printf("largest error: %g\n", largest);
    return largest < 1e-4 ? 0 : 1;  // of sums of 256 products below 1
}

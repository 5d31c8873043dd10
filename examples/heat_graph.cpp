// Heat on a plate: a stencil in two dimensions, whose two steps (there and back between two arrays) are recorded as a
// graph and submitted as one command as often as wished. Written with SYCL's namespace, as ported programs are.
#include <cmath>
#include <cstdio>
#include <ndweave/ndweave.hpp>
#include <utility>
#include <vector>

namespace sycl = ndweave;

constexpr std::size_t rows = 130, columns = 257;  // a border of one cell stays as it is

/// One step of a cell, for the device and for the host that checks it.
template <class T>
T next(const T* u, std::size_t i) {
    return u[i] + T(0.2) * (u[i - columns] + u[i + columns] + u[i - 1] + u[i + 1] - 4 * u[i]);
}

void step(sycl::queue& q, const float* from, float* to) {
    q.parallel_for(sycl::range<2>(rows - 2, columns - 2), [=](sycl::item<2> it) {
        const std::size_t i = (it[0] + 1) * columns + it[1] + 1;  // the last dimension is the fastest one
        to[i] = next(from, i);
    });
}

int main() {
    sycl::queue q;
    std::vector<double> plate(rows * columns, 0.0);
    for (std::size_t column = 0; column < columns; ++column) plate[column] = 100;  // one hot edge
    float* u = sycl::malloc_shared<float>(plate.size(), q);
    float* v = sycl::malloc_shared<float>(plate.size(), q);
    for (std::size_t i = 0; i < plate.size(); ++i) u[i] = v[i] = static_cast<float>(plate[i]);

    sycl::command_graph graph(q);
    graph.begin_recording(q);
    step(q, u, v);
    step(q, v, u);
    graph.end_recording();
    const auto two_steps = graph.finalize();

    constexpr int runs = 50;
    for (int run = 0; run < runs; ++run) q.ext_oneapi_graph(two_steps);
    q.wait();

    std::vector<double> other = plate;
    for (int n = 0; n < 2 * runs; ++n) {
        for (std::size_t row = 1; row + 1 < rows; ++row) {
            for (std::size_t column = 1; column + 1 < columns; ++column) {
                const std::size_t i = row * columns + column;
                other[i] = next(plate.data(), i);
            }
        }
        std::swap(plate, other);
    }
    double largest = 0;
    for (std::size_t i = 0; i < plate.size(); ++i) largest = std::fmax(largest, std::fabs(u[i] - plate[i]));
    std::printf("after %d steps: %.3f degrees below the middle of the hot edge, largest error %g\n", 2 * runs,
                static_cast<double>(u[5 * columns + columns / 2]), largest);
    sycl::free(u, q);
    sycl::free(v, q);
    return largest < 1e-3 ? 0 : 1;
}

// A part of the program: PART is its function, NUMBER what tells its kernels from those of the same names elsewhere.
#include "parts.hpp"

namespace {

struct shift {
    float operator()(float v) const { return v + NUMBER; }
};

float scaled(float v) { return v * NUMBER; }

void change(ndweave::queue& q, float* x, std::size_t n) {
    q.parallel_for(n, [=](ndweave::id<1> i) { x[i] = scaled(shift()(x[i])); });
}

class named;

}  // namespace

static void add_index(ndweave::queue& q, float* x, std::size_t n) {
    q.parallel_for<named>(n, [=](ndweave::id<1> i) { x[i] += NUMBER * static_cast<float>(i[0]); });
}

int PART(ndweave::queue& q) {
    constexpr std::size_t groups = 31, n = 32 * groups;
    float* const x = ndweave::malloc_shared<float>(n, q);
    float* const sum = ndweave::malloc_shared<float>(groups, q);
    q.fill(x, 1.0f, n);
    change(q, x, n);
    add_index(q, x, n);
    twice(q, x, n);
    sums(q, x, sum, groups);
    q.wait();
    int wrong = 0;
    for (std::size_t g = 0; g < groups; ++g) {
        float expected = 0;  // whole numbers below 2^24: exact
        for (std::size_t i = 32 * g; i < 32 * (g + 1); ++i) {
            expected += 2 * ((1 + NUMBER) * NUMBER + NUMBER * static_cast<float>(i));
        }
        wrong += sum[g] != expected;
    }
    ndweave::free(x, q);
    ndweave::free(sum, q);
    return wrong;
}

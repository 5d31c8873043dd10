// The first program: a queue, memory that host and device share, one kernel.
//   NDWEAVE_DEVICE=cpu|cuda:0|opencl:0|… chooses the device.
#include <cstdio>
#include <ndweave/ndweave.hpp>

int main() try {
    ndweave::queue q;
    constexpr std::size_t n = 1'000'000;
    float* a = ndweave::malloc_shared<float>(n, q);
    float* b = ndweave::malloc_shared<float>(n, q);
    float* sum = ndweave::malloc_shared<float>(n, q);
    for (std::size_t i = 0; i < n; ++i) {
        a[i] = static_cast<float>(i);
        b[i] = 0.5f;
    }

    // Pointers are captured by value; n work-items run, each with its own i.
    q.parallel_for(n, [=](ndweave::id<1> i) { sum[i] = a[i] + b[i]; });
    q.wait();

    std::size_t wrong = 0;
    for (std::size_t i = 0; i < n; ++i) wrong += sum[i] != static_cast<float>(i) + 0.5f;
    std::printf("%s: %zu of %zu sums are wrong\n", q.get_device().get_info<ndweave::info::device::name>().c_str(),
                wrong, n);
    for (float* p : {a, b, sum}) ndweave::free(p, q);
    return wrong == 0 ? 0 : 1;
} catch (const ndweave::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());  // says what is wrong and what to do
    return 1;
}

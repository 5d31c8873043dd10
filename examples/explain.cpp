// Which way does my kernel run, and why? The library tells whoever listens; `NDWEAVE_CPU=fiber` changes the answer.
// The report, a JSON object of the kernel compiler, is described in docs/kernel-compiler.md.
#include <cstdio>
#include <ndweave/ndweave.hpp>
#include <string>
#include <vector>

using namespace ndweave;

class smooth;  // names a kernel

int main() {
    std::vector<std::string> told;
    set_kernel_log([&](const kernel_log_entry& e) {
        told.push_back(e.kernel);
        std::printf("kernel %s on %s, work-groups of %zu\n", e.kernel.c_str(), e.device.c_str(), e.work_group[0]);
        if (!e.strategy.empty()) std::printf("  strategy %s: %s\n", e.strategy.c_str(), e.reason.c_str());
        if (e.compiled)
            std::printf("  %s in %.1f ms\n", e.cached ? "loaded from the cache" : "compiled", e.milliseconds);
        if (!e.report.empty()) std::printf("  report: %s\n", e.report.c_str());
    });

    queue q;
    constexpr std::size_t n = 4096, group = 64;
    float* x = malloc_shared<float>(n, q);
    float* y = malloc_shared<float>(n, q);
    for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<float>(i % 7);
    for (int run = 0; run < 3; ++run) {  // told of once: the first launch made it ready
        q.submit([&](handler& h) {
            const local_accessor<float> shared(group, h);
            h.parallel_for<smooth>(nd_range<1>(n, group), [=](nd_item<1> it) {
                const std::size_t l = it.get_local_id(0), i = it.get_global_id(0);
                shared[l] = x[i];
                group_barrier(it.get_group());
                y[i] = (shared[l] + shared[(l + 1) % group]) / 2;
            });
        });
    }
    q.wait();
    set_kernel_log({});

    std::size_t wrong = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t right = i % group + 1 < group ? i + 1 : i + 1 - group;
        wrong += y[i] != (x[i] + x[right]) / 2;
    }
    free(x, q);
    free(y, q);
    std::printf("%zu elements are wrong; told of %zu kernels\n", wrong, told.size());
    return wrong == 0 && told.size() == 1 && told[0].find("smooth") != std::string::npos ? 0 : 1;
}

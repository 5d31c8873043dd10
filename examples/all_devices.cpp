// One array, a part of it for each device of the machine: a queue for each, all at work at the same time.
#include <cstdio>
#include <ndweave/ndweave.hpp>
#include <vector>

using namespace ndweave;

struct share {
    queue q;
    std::size_t begin, count;
    double* values;  // on the device
};

/// Not every program has its kernels for every device: what g++ compiled has them for the CPU alone.
static bool runs_kernels(const device& d) try {
    queue(d).single_task([] {}).wait();
    return true;
} catch (const exception& e) {
    std::printf("without %s: %s\n", d.identifier().c_str(), e.what());
    return false;
}

int main() {
    std::vector<device> devices;
    for (const device& d : device::get_devices()) {
        if (d.backend_name() == "null") continue;  // computes nothing
        if (d.has(aspect::fp64) && runs_kernels(d)) devices.push_back(d);
    }

    constexpr std::size_t n = 100'003;
    std::vector<double> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<double>(i) / 1024;

    std::vector<share> shares;
    for (std::size_t d = 0; d < devices.size(); ++d) {
        const std::size_t begin = d * n / devices.size(), count = (d + 1) * n / devices.size() - begin;
        queue q(devices[d]);
        double* const values = malloc_device<double>(count, q);
        shares.push_back({q, begin, count, values});
    }
    // Nothing here waits: GPUs get their work before the CPU, whose launches end before parallel_for returns.
    for (auto s = shares.rbegin(); s != shares.rend(); ++s) {
        s->q.copy(x.data() + s->begin, s->values, s->count);
        s->q.parallel_for(s->count, [values = s->values](id<1> i) { values[i] = values[i] * values[i] + 1; });
        s->q.copy(s->values, x.data() + s->begin, s->count);
    }
    for (share& s : shares) {
        s.q.wait();
        free(s.values, s.q);
        std::printf("%-10s %-40s %zu elements\n", s.q.get_device().identifier().c_str(),
                    s.q.get_device().get_info<info::device::name>().c_str(), s.count);
    }

    std::size_t wrong = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const double before = static_cast<double>(i) / 1024;
        wrong += x[i] != before * before + 1;  // exact: few bits
    }
    std::printf("%zu of %zu elements are wrong\n", wrong, n);
    return wrong == 0 ? 0 : 1;
}

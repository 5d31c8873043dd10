/// One GPU that waits for another: a chain of kernels over cuda:0 and cuda:1 by ndweave's events and by CUDA's driver
/// by hand, in turns. Prints microseconds a kernel (medians) and their ratio, and the processor time a kernel of the
/// submitting process. Exit status 77 where there are no two GPUs.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <vector>

#include "driver_chain.hpp"
#include "ndweave/ndweave.hpp"

using namespace ndweave;

namespace {

constexpr int kernels = 512, rounds = 41;

struct sample {
    double wall_us, processor_us;  // a kernel
};

template <class Run>
sample measure(const Run& run) {
    const auto begin = std::chrono::steady_clock::now();
    const std::clock_t processor = std::clock();
    run();
    const std::chrono::duration<double, std::micro> wall = std::chrono::steady_clock::now() - begin;
    return {wall.count() / kernels, static_cast<double>(std::clock() - processor) * 1e6 / CLOCKS_PER_SEC / kernels};
}

double median(std::vector<double> values) {
    std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
    return values[values.size() / 2];
}

class ndweave_chain {
public:
    void run() {
        event last;
        for (int k = 0; k < kernels; ++k) {
            last = queues_[k % 2].single_task(last, [count = counts_[k % 2]] { ++*count; });
        }
        for (queue& q : queues_) q.wait();
    }
    unsigned count(int n) {
        unsigned seen = 0;
        queues_[n].copy(counts_[n], &seen, 1).wait();
        return seen;
    }

private:
    static unsigned* zero(queue& q) {
        unsigned* const count = malloc_device<unsigned>(1, q);
        q.fill(count, 0u, 1).wait();
        return count;
    }

    queue queues_[2]{queue(device("cuda:0")), queue(device("cuda:1"))};
    unsigned* counts_[2]{zero(queues_[0]), zero(queues_[1])};
};

}  // namespace

int main() {
    const auto devices = device::get_devices();
    if (std::ranges::count(devices, std::string("cuda"), &device::backend_name) < 2) {
        std::puts("no two CUDA devices here");
        return 77;
    }
    try {
        ndweave_chain ours;
        bench::driver_chain by_hand(0, 1);
        std::vector<double> our_wall, our_processor, hand_wall, hand_processor, ratios;
        for (int round = 0; round < rounds; ++round) {
            const sample o = measure([&] { ours.run(); }), h = measure([&] { by_hand.run(kernels); });
            if (round == 0) continue;  // it compiles
            our_wall.push_back(o.wall_us);
            our_processor.push_back(o.processor_us);
            hand_wall.push_back(h.wall_us);
            hand_processor.push_back(h.processor_us);
            ratios.push_back(o.wall_us / h.wall_us);
        }
        constexpr unsigned each = kernels / 2 * rounds;
        const auto counts = by_hand.counts();
        if (ours.count(0) != each || ours.count(1) != each || counts[0] != each || counts[1] != each) {
            std::puts("a kernel is missing");
            return 1;
        }
        std::printf("by hand  %7.2f us a kernel, %7.2f us of a processor\n", median(hand_wall), median(hand_processor));
        std::printf("ndweave  %7.2f us a kernel, %7.2f us of a processor\n", median(our_wall), median(our_processor));
        std::printf("ratio    %.3f (%.3f to %.3f)\n", median(ratios), *std::ranges::min_element(ratios),
                    *std::ranges::max_element(ratios));
    } catch (const std::exception& e) {
        std::printf("%s\n", e.what());
        return 1;
    }
}

/// Halves of the CPU as two devices, beside the device under test.
#include <numeric>

#include "fixture.hpp"

namespace ndweave::conformance {
namespace {

class SubDevices : public Conformance {
protected:
    void SetUp() override {
        if (!computes()) GTEST_SKIP() << "the device computes nothing";
        const device cpu("cpu");
        const std::size_t units = cpu.get_info<info::device::max_compute_units>();
        if (units < 2) GTEST_SKIP() << "the CPU has one compute unit here, which cannot be divided";
        for (const device& half : cpu.create_sub_devices<info::partition_property::partition_equally>(units / 2)) {
            queues.emplace_back(half);
        }
        queues.emplace_back(cpu);
        queues.push_back(q);
    }

    /// Of the halves, of the CPU, of the device under test.
    std::vector<queue> queues;
};

TEST_F(SubDevices, CopyToEachOther) {
    for (const std::size_t n : {1, 4099, 600'001}) {
        std::vector<int> model(n);
        std::iota(model.begin(), model.end(), static_cast<int>(random() % 1000));
        for (queue& from : queues) {
            for (queue& to : queues) {
                buffer<int> source(from, model), target(to, n), again(from, n);
                to.memcpy(target.get(), source.get(), n * sizeof(int)).wait();
                from.memcpy(again.get(), target.get(), n * sizeof(int)).wait();
                expect_equal(again.read(), model);
            }
        }
    }
}

/// A number of queues that pass arrays on, each computing on what it got.
TEST_F(SubDevices, ComputeInTurns) {
    constexpr std::size_t n = 100'000;
    std::vector<std::unique_ptr<buffer<std::uint32_t>>> memory;
    for (queue& each : queues) memory.push_back(std::make_unique<buffer<std::uint32_t>>(each, std::vector(n, 1u)));
    std::uint32_t model = 1;
    std::size_t at = 0;
    event done;
    for (std::uint32_t round = 0; round < 40; ++round) {
        const std::size_t next = random() % queues.size();
        std::uint32_t *const from = memory[at]->get(), *const to = memory[next]->get();
        if (next != at) done = queues[next].memcpy(to, from, n * sizeof(std::uint32_t), done);
        done = queues[next].parallel_for(range<1>(n), done, [=](id<1> i) { to[i] = 5 * to[i] + round; });
        model = 5 * model + round;
        at = next;
    }
    done.wait();
    expect_equal(memory[at]->read(), std::vector(n, model));
}

TEST_F(SubDevices, ReplayGraphs) {
    constexpr std::size_t n = 10'000;
    for (queue& each : queues) {
        buffer<std::uint32_t> numbers(each, std::vector(n, 1u)), copies(each, n);
        std::uint32_t *const x = numbers.get(), *const y = copies.get();
        command_graph graph(each);
        graph.begin_recording(each);
        each.parallel_for(range<1>(n), [=](id<1> i) { x[i] = 3 * x[i] + 1; });
        each.memcpy(y, x, n * sizeof(std::uint32_t));
        graph.end_recording();
        const auto ready = graph.finalize();
        for (int round = 0; round < 3; ++round) each.ext_oneapi_graph(ready);
        each.wait();
        expect_equal(copies.read(), std::vector(n, 40u));
    }
}

TEST_F(SubDevices, ReduceAndRunGroups) {
    constexpr std::size_t n = 1 << 16;
    for (queue& each : queues) {
        buffer<std::uint32_t> numbers(each, n), sum(each, std::vector(1, 0u)), groups(each, n / 64);
        std::uint32_t *const x = numbers.get(), *const s = sum.get(), *const g = groups.get();
        each.parallel_for(range<1>(n), [=](id<1> i) { x[i] = static_cast<std::uint32_t>(i[0]); });
        each.parallel_for(range<1>(n), reduction(s, plus<>()), [=](id<1> i, auto& total) { total += x[i]; });
        expect_equal(sum.read(), std::vector(1, static_cast<std::uint32_t>(n * (n - 1) / 2)));
        each.parallel_for(nd_range<1>(n, 64), [=](nd_item<1> it) {
            const std::uint32_t total = reduce_over_group(it.get_group(), x[it.get_global_id(0)], plus<>());
            if (it.get_local_id(0) == 0) g[it.get_group(0)] = total;
        });
        std::vector<std::uint32_t> expected(n / 64);
        for (std::uint32_t k = 0; k < n / 64; ++k) expected[k] = k * 64 * 64 + 64 * 63 / 2;
        expect_equal(groups.read(), expected);
    }
}

}  // namespace
}  // namespace ndweave::conformance

// Arguments stay set from launch to launch: whatever changed between two launches, each sees its own.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <thread>
#include <vector>

#include "opencl_plugin.hpp"

namespace ndweave {
namespace {

class OpenclArguments : public OpenclPlugin {
protected:
    static constexpr std::size_t size = 5000, offset = 2047;
    using numbers = std::vector<std::uint32_t>;

    /// Device memory of one thread and what must be in it.
    struct block {
        std::uint32_t* device = nullptr;
        numbers model;
    };

    void renew(ndw_queue* queue, block& b, std::mt19937& random) {
        ok(api_->queue_sync(queue));
        if (b.device) ok(api_->memory_free(device_, b.device, NDW_MEMORY_DEVICE));
        void* p = nullptr;
        ok(api_->memory_alloc(device_, NDW_MEMORY_DEVICE, size * sizeof b.model[0], 64, &p));
        b.device = static_cast<std::uint32_t*>(p);
        b.model.resize(size);
        for (auto& v : b.model) v = static_cast<std::uint32_t>(random());
        ok(api_->copy(queue, p, b.model.data(), size * sizeof b.model[0]));
        ok(api_->queue_sync(queue));
    }

    void combine(ndw_queue* queue, ndw_kernel* k, std::uint32_t a, const block& x, block& y, std::size_t from,
                 std::mt19937& random) {
        const std::uint32_t n = std::uniform_int_distribution<std::uint32_t>(1, size - from)(random);
        const std::uint32_t local = 32u << random() % 3;
        const std::uint32_t *px = x.device + from, *py = y.device + from;
        ok(launch(queue, k, {(n + local - 1) / local}, {local},
                  {value(a), pointer(px), pointer(py), local_memory(local * sizeof a), value(n)},
                  random() % 2 ? NDW_LAUNCH_DIRECT : 0));
        for (std::size_t i = from; i < from + n; ++i) y.model[i] = a * x.model[i] + 3 * y.model[i];
    }

    /// Launches one kernel with random arguments, now and then on fresh memory, and compares.
    void work(ndw_kernel* k, unsigned seed, int launches) {
        std::mt19937 random(seed);
        ndw_queue* queue = nullptr;
        ok(api_->queue_create(device_, 0, &queue));
        block blocks[3];
        for (block& b : blocks) renew(queue, b, random);
        for (int i = 0; i < launches; ++i) {
            const std::size_t x = random() % 3, y = (x + 1 + random() % 2) % 3;
            if (random() % 16 == 0) renew(queue, blocks[random() % 3], random);
            combine(queue, k, random() % 4, blocks[x], blocks[y], random() % 3 ? 0 : offset, random);
        }
        for (block& b : blocks) {
            numbers got(size);
            ok(api_->copy(queue, got.data(), b.device, size * sizeof got[0]));
            ok(api_->queue_sync(queue));
            EXPECT_EQ(got, b.model) << "seed " << seed;
            ok(api_->memory_free(device_, b.device, NDW_MEMORY_DEVICE));
        }
        api_->queue_destroy(queue);
    }
};

TEST_P(OpenclArguments, OfThreadsThatShareAKernel) {
    ndw_kernel* const k = kernel("combine");
    std::vector<std::thread> threads;
    const unsigned seed = std::random_device()();
    for (unsigned t = 0; t < 6; ++t) {
        threads.emplace_back([this, k, s = seed + t] { work(k, s, 100); });
    }
    for (std::thread& t : threads) t.join();
}

TEST_P(OpenclArguments, AreRightAfterARefusedLaunch) {
    ndw_kernel* const k = kernel("combine");
    const std::vector<std::uint32_t> host(64, 2);
    std::uint32_t *x = upload(host), *y = upload(host);
    const std::uint32_t one = 1, five = 5, n = 64, wrong_size = 3;
    const ndw_argument tile = local_memory(64 * sizeof one);
    ok(launch(k, {1}, {64}, {value(one), pointer(x), pointer(y), tile, value(n)}));
    // The fourth argument is refused when the first is set already.
    const ndw_argument refused{&wrong_size, 3, NDW_ARGUMENT_VALUE, 0};
    EXPECT_NE(launch(k, {1}, {64}, {value(five), pointer(x), pointer(y), refused, value(n)}), NDW_OK);
    ok(launch(k, {1}, {64}, {value(one), pointer(x), pointer(y), tile, value(n)}));
    EXPECT_EQ(download(y, 64), std::vector<std::uint32_t>(64, 2 + 3 * (2 + 3 * 2)));
}

INSTANTIATE_TEST_SUITE_P(Memory, OpenclArguments, ::testing::Values("1", "0"), OpenclPlugin::memory_name);

}  // namespace
}  // namespace ndweave

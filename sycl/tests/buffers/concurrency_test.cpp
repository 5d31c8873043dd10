#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

#include "sycl/sycl.hpp"

namespace {

/// Queues of all devices that can run kernels; asynchronous ones of the CPU, too.
std::vector<sycl::queue> some_queues() {
    std::vector<sycl::queue> queues;
    for (const ndweave::device& d : ndweave::device::get_devices()) {
        if (d.get_backend() == ndweave::backend::null) continue;
        if (std::getenv("NDWEAVE_CHECK") && d.get_backend() != ndweave::backend::cpu)
            continue;  // check mode is the CPU's
        queues.emplace_back(sycl::device(d));
        queues.emplace_back(sycl::device(d), sycl::property_list{sycl::property::queue::asynchronous()});
    }
    return queues;
}

void add(sycl::queue& q, sycl::buffer<unsigned> from, sycl::buffer<unsigned> to, unsigned factor) {
    q.submit([&](sycl::handler& h) {
        sycl::accessor a(from, h, sycl::read_only);
        sycl::accessor b(to, h, sycl::read_write);
        h.parallel_for(to.get_range(), [=](sycl::id<1> i) { b[i] += factor * a[i]; });
    });
}

void scale(sycl::queue& q, sycl::buffer<unsigned> to, unsigned factor, std::size_t first, std::size_t count) {
    q.submit([&](sycl::handler& h) {
        sycl::accessor b(to, h, sycl::range<1>(count), sycl::id<1>(first));
        h.parallel_for(count, [=](sycl::id<1> i) { b[i] *= factor; });
    });
}

TEST(BufferOrder, IsThatOfSubmissionOnAllQueues) {
    std::vector<sycl::queue> queues = some_queues();
    const unsigned seed = std::random_device{}();
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const std::size_t n = 1000 + random() % 500;
    std::vector<std::vector<unsigned>> expected(5, std::vector<unsigned>(n)), data;
    for (auto& v : expected) {
        for (unsigned& x : v) x = static_cast<unsigned>(random());
    }
    data = expected;
    {
        std::vector<sycl::buffer<unsigned>> buffers;
        for (auto& v : data) buffers.emplace_back(v);
        for (int turn = 0; turn < 400; ++turn) {
            sycl::queue& q = queues[random() % queues.size()];
            const std::size_t x = random() % 5, y = (x + 1 + random() % 4) % 5;
            const auto factor = static_cast<unsigned>(random());
            switch (random() % 8) {
                case 0:
                case 1:
                case 2:
                    add(q, buffers[x], buffers[y], factor);
                    for (std::size_t i = 0; i < n; ++i) expected[y][i] += factor * expected[x][i];
                    break;
                case 3: {
                    const std::size_t first = random() % n, count = random() % (n - first);
                    scale(q, buffers[x], factor, first, count);
                    for (std::size_t i = first; i < first + count; ++i) expected[x][i] *= factor;
                    break;
                }
                case 4: {
                    sycl::host_accessor a(buffers[x]);
                    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(a[i], expected[x][i]) << turn;
                    a[7] = expected[x][7] = factor;
                    break;
                }
                case 5:
                    q.submit([&](sycl::handler& h) {
                        h.copy(sycl::accessor(buffers[x], h, sycl::read_only),
                               sycl::accessor(buffers[y], h, sycl::write_only, sycl::no_init));
                    });
                    expected[y] = expected[x];
                    break;
                case 6:
                    q.submit([&](sycl::handler& h) {
                        sycl::accessor a(buffers[x], h, sycl::read_write_host_task);
                        h.host_task([=] { a[3] ^= factor; });
                    });
                    expected[x][3] ^= factor;
                    break;
                default: {
                    sycl::buffer<unsigned> part(buffers[x], 100, 200);
                    scale(q, part, factor, 50, 100);
                    for (std::size_t i = 150; i < 250; ++i) expected[x][i] *= factor;
                }
            }
        }
    }
    EXPECT_EQ(data, expected);
}

TEST(BufferOrder, HoldsForSeveralThreads) {
    const std::size_t n = 700;
    std::vector<unsigned> sums(n, 0), ones(n, 1), other(n, 0);
    {
        sycl::buffer<unsigned> s(sums), one(ones), o(other);
        std::vector<std::thread> threads;
        for (unsigned t = 0; t < 4; ++t) {
            threads.emplace_back([&, t] {
                std::vector<sycl::queue> queues = some_queues();
                for (unsigned turn = 0; turn < 50; ++turn) {
                    sycl::queue& q = queues[(t + turn) % queues.size()];
                    add(q, one, t % 2 ? s : o, 1);
                    add(q, one, t % 2 ? o : s, 2);
                    try {
                        q.submit([&](sycl::handler& h) {
                            sycl::accessor a(s, h);
                            h.parallel_for(n, [=](sycl::id<1> i) { a[i] = 0; });
                            throw std::runtime_error("no");
                        });
                        ADD_FAILURE();
                    } catch (const std::runtime_error&) {
                    }
                }
            });
        }
        for (std::thread& t : threads) t.join();
    }
    EXPECT_EQ(sums, std::vector<unsigned>(n, 300));
    EXPECT_EQ(other, std::vector<unsigned>(n, 300));
}

TEST(BufferOrder, EndsInUseOnEachQueue) {
    for (sycl::queue& q : some_queues()) {
        std::vector<unsigned> data(300, 3);
        {
            sycl::buffer<unsigned> b(data);
            for (int turn = 0; turn < 10; ++turn) scale(q, b, 3, 0, 300);
        }
        EXPECT_EQ(data, std::vector<unsigned>(300, 3 * 59049));
    }
}

}  // namespace

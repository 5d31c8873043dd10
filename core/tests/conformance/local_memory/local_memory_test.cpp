/// Local memory and barriers.
#include <algorithm>

#include "fixture.hpp"

namespace ndweave::conformance {
namespace {

using LocalMemory = Conformance;

TEST_F(LocalMemory, ReversesWithinEveryGroup) {
    for (const std::size_t local : {1, 3, 32, 100, 256}) {
        const std::size_t n = local * 37;
        std::vector<int> host(n);
        for (int& v : host) v = static_cast<int>(random());
        buffer<int> a(q, host);
        int* const p = a.get();
        q.submit([&](handler& h) {
            const local_accessor<int> tile(range<1>(local), h);
            h.parallel_for(nd_range<1>(n, local), [=](nd_item<1> it) {
                const std::size_t l = it.get_local_id(0);
                tile[l] = p[it.get_global_id(0)];
                group_barrier(it.get_group());
                p[it.get_global_id(0)] = tile[local - 1 - l];
            });
        });
        for (std::size_t g = 0; g < n; g += local) {
            std::reverse(host.begin() + static_cast<std::ptrdiff_t>(g),
                         host.begin() + static_cast<std::ptrdiff_t>(g + local));
        }
        expect_equal(a.read(), host);
    }
}

TEST_F(LocalMemory, SeveralArraysOfDifferentTypes) {
    constexpr std::size_t local = 64, n = 640;
    buffer<double> a(q, n);
    double* const p = a.get();
    q.submit([&](handler& h) {
        const local_accessor<char> c(range<1>(local + 3), h);
        const local_accessor<double, 2> d(range<2>(2, local), h);
        const local_accessor<std::uint16_t> s(range<1>(local), h);
        h.parallel_for(nd_range<1>(n, local), [=](nd_item<1> it) {
            const std::size_t l = it.get_local_id(0), other = (l + 1) % local;
            c[l] = static_cast<char>(l);
            s[l] = static_cast<std::uint16_t>(1000 + l);
            d[0][l] = static_cast<double>(l) / 4;
            d[1][l] = 100;
            group_barrier(it.get_group());
            p[it.get_global_id(0)] = c[other] + s[other] + d[0][other] + d[1][other];
        });
    });
    std::vector<double> model;
    for (std::size_t i = 0; i < n; ++i) {
        const double other = static_cast<double>((i % local + 1) % local);
        model.push_back(other + 1000 + other + other / 4 + 100);
    }
    expect_equal(a.read(), model);
}

TEST_F(LocalMemory, TreeReductionWithBarriersInALoop) {
    constexpr std::size_t local = 128, n = local * 50;
    std::vector<std::uint32_t> host(n);
    for (auto& v : host) v = random() % 1000;
    buffer<std::uint32_t> a(q, host), sums(q, n / local);
    const std::uint32_t* const p = a.get();
    std::uint32_t* const r = sums.get();
    q.submit([&](handler& h) {
        const local_accessor<std::uint32_t> part(range<1>(local), h);
        h.parallel_for(nd_range<1>(n, local), [=](nd_item<1> it) {
            const std::size_t l = it.get_local_id(0);
            part[l] = p[it.get_global_id(0)];
            for (std::size_t step = local / 2; step > 0; step /= 2) {
                group_barrier(it.get_group());
                if (l < step) part[l] += part[l + step];
            }
            if (l == 0) r[it.get_group(0)] = part[0];
        });
    });
    std::vector<std::uint32_t> model(n / local, 0);
    for (std::size_t i = 0; i < n; ++i) model[i / local] += host[i];
    expect_equal(sums.read(), model);
}

TEST_F(LocalMemory, ValuesAndPrivateArraysLiveAcrossBarriers) {
    constexpr std::size_t local = 32, n = 96;
    buffer<int> a(q, n);
    int* const p = a.get();
    q.submit([&](handler& h) {
        const local_accessor<int> tile(range<1>(local), h);
        h.parallel_for(nd_range<1>(n, local), [=](nd_item<1> it) {
            const int l = static_cast<int>(it.get_local_id(0));
            int kept[4];
            for (int i = 0; i < 4; ++i) kept[i] = l * 10 + i;
            int sum = 0;
            for (int round = 0; round < 4; ++round) {
                tile[static_cast<std::size_t>(l)] = kept[round];
                group_barrier(it.get_group());
                sum += tile[static_cast<std::size_t>((l + round) % 32)] * (round + 1);
                group_barrier(it.get_group());
            }
            p[it.get_global_id(0)] = sum + kept[(l + 1) % 4];
        });
    });
    std::vector<int> model;
    for (std::size_t i = 0; i < n; ++i) {
        const int l = static_cast<int>(i % local);
        int sum = 0;
        for (int round = 0; round < 4; ++round) sum += ((l + round) % 32 * 10 + round) * (round + 1);
        model.push_back(sum + l * 10 + (l + 1) % 4);
    }
    expect_equal(a.read(), model);
}

TEST_F(LocalMemory, BarriersOrderGlobalMemoryOfTheGroup) {
    constexpr std::size_t local = 64, n = 640;
    buffer<int> a(q, std::vector<int>(n, 0)), b(q, n);
    int *const p = a.get(), *const r = b.get();
    q.parallel_for(nd_range<1>(n, local), [=](nd_item<1> it) {
        const std::size_t i = it.get_global_id(0), l = it.get_local_id(0);
        p[i] = static_cast<int>(3 * i);
        group_barrier(it.get_group());
        r[i] = p[i - l + (l + 17) % local];
    });
    std::vector<int> model;
    for (std::size_t i = 0; i < n; ++i)
        model.push_back(static_cast<int>(3 * (i - i % local + (i % local + 17) % local)));
    expect_equal(b.read(), model);
}

/// Every case of a switch is written, so that its default cannot be reached; assertions end in traps that are not
/// reached. Neither may make the barriers after them look conditional.
TEST_F(LocalMemory, BarriersAfterSwitchesAndAssertions) {
    constexpr std::size_t local = 64, n = local * 9;
    const auto f = [](std::uint32_t i) {
        std::uint32_t s = 0;
        for (std::uint32_t k = 0; k < i % 37; ++k) {
            switch (k % 4) {
                case 0:
                    continue;
                case 1:
                    s += k;
                    break;
                case 2:
                    if (s > 50) return s;
                    s ^= i;
                    break;
                default:
                    s -= 1;
            }
            s = s * 3 % 65536;
            if (s > 65535) __builtin_trap();
        }
        return s;
    };
    const buffer<std::uint32_t> out(q, n);
    std::uint32_t* const p = out.get();
    q.submit([&](handler& h) {
        const local_accessor<std::uint32_t> cell(range<1>(local), h);
        h.parallel_for(nd_range<1>(n, local), [=](nd_item<1> it) {
            const std::size_t l = it.get_local_id(0);
            const std::uint32_t mine = f(static_cast<std::uint32_t>(it.get_global_id(0)));
            if (mine > 1'000'000) __builtin_trap();
            cell[l] = mine;
            group_barrier(it.get_group());
            p[it.get_global_id(0)] = mine + cell[(l + 7) % local];
        });
    });
    std::vector<std::uint32_t> model(n);
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t neighbour = i / local * local + (i + 7) % local;
        model[i] = f(static_cast<std::uint32_t>(i)) + f(static_cast<std::uint32_t>(neighbour));
    }
    expect_equal(out.read(), model);
}

TEST_F(LocalMemory, AllOfItCanBeHadAndNoMore) {
    // What the kernel's own scratch may take is left out: a kernel without group algorithms has none.
    const std::size_t bytes = std::min<std::size_t>(q.get_device().get_info<info::device::local_mem_size>(), 64 * 1024);
    buffer<int> a(q, 4);
    int* const p = a.get();
    const auto launch = [&](std::size_t count) {
        q.submit([&](handler& h) {
            const local_accessor<int> tile(range<1>(count), h);
            h.parallel_for(nd_range<1>(4, 1), [=](nd_item<1> it) {
                tile[count - 1] = static_cast<int>(it.get_group(0));
                tile[0] = 40;
                p[it.get_group(0)] = tile[count - 1] + tile[0];
            });
        });
        q.wait();
    };
    launch(bytes / 2 / sizeof(int));
    expect_equal(a.read(), {40, 41, 42, 43});
    try {
        launch(q.get_device().get_info<info::device::local_mem_size>() / sizeof(int) + 1);
        ADD_FAILURE() << "more local memory than the device has was accepted";
    } catch (const exception& e) {
        EXPECT_EQ(e.code(), errc::memory_allocation) << e.what();
    }
}

}  // namespace
}  // namespace ndweave::conformance

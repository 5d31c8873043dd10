#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <type_traits>
#include <vector>

#include "sycl/sycl.hpp"

namespace {

using sycl::access_mode;
using device_accessor = sycl::accessor<int, 2, access_mode::read_write>;
static_assert(std::is_trivially_copyable_v<device_accessor>);
static_assert(std::is_same_v<device_accessor::reference, int&>);
static_assert(std::is_same_v<sycl::accessor<int, 1, access_mode::read>::reference, const int&>);
static_assert(std::is_convertible_v<sycl::accessor<int, 1>, sycl::accessor<const int, 1>>);
static_assert(std::is_convertible_v<sycl::accessor<int, 1>, sycl::accessor<int, 1, access_mode::read>>);
static_assert(std::is_convertible_v<sycl::host_accessor<int, 1>, sycl::host_accessor<const int, 1>>);
static_assert(!std::is_convertible_v<sycl::accessor<const int, 1>, sycl::accessor<int, 1>>);

std::mt19937 random_engine{std::random_device{}()};

TEST(Accessor, DeducesModesAndTargets) {
    sycl::buffer<int, 1> b(sycl::range<1>(4));
    sycl::queue().submit([&](sycl::handler& h) {
        sycl::accessor all(b, h);
        sycl::accessor in(b, h, sycl::read_only);
        sycl::accessor out(b, h, sycl::range<1>(2), sycl::write_only, sycl::no_init);
        sycl::accessor constant(b, h, sycl::read_constant);
        static_assert(std::is_same_v<decltype(all), sycl::accessor<int, 1, access_mode::read_write>>);
        static_assert(std::is_same_v<decltype(in), sycl::accessor<int, 1, access_mode::read>>);
        static_assert(std::is_same_v<decltype(out), sycl::accessor<int, 1, access_mode::write>>);
        static_assert(std::is_same_v<decltype(constant),
                                     sycl::accessor<int, 1, access_mode::read, sycl::target::constant_buffer>>);
        EXPECT_EQ(out.size(), 2u);
        EXPECT_FALSE(in.is_placeholder());
    });
    sycl::queue().submit([&](sycl::handler& h) {
        sycl::accessor task(b, h, sycl::read_write_host_task);
        static_assert(
            std::is_same_v<decltype(task), sycl::accessor<int, 1, access_mode::read_write, sycl::target::host_task>>);
    });
    sycl::host_accessor read(b, sycl::read_only);
    static_assert(std::is_same_v<decltype(read), sycl::host_accessor<int, 1, access_mode::read>>);
    auto same = b.get_host_access(sycl::read_only);
    static_assert(std::is_same_v<decltype(same), decltype(read)>);
}

TEST(Accessor, PartsCountFromTheirOffset) {
    const std::size_t n = 20 + random_engine() % 10, m = 30 + random_engine() % 10, k = 5;
    std::vector<int> data(n * m * k), expected;
    std::iota(data.begin(), data.end(), 0);
    expected = data;
    {
        sycl::buffer<int, 3> b(data.data(), {n, m, k});
        sycl::queue q;
        q.submit([&](sycl::handler& h) {
            auto a = b.get_access<access_mode::read_write>(h, {7, 11, 2}, {3, 4, 1});
            EXPECT_EQ(a.get_offset(), sycl::id<3>(3, 4, 1));
            h.parallel_for(sycl::range<3>(7, 11, 2), [=](sycl::id<3> i) {
                a[i] *= 2;
                a[i[0]][i[1]][i[2]] += 1;
            });
        });
        q.submit([&](sycl::handler& h) {
            sycl::accessor a(b, h, sycl::range<3>(7, 11, 2), sycl::id<3>(3, 4, 1));
            h.single_task([=] {
                int i = 0;
                for (int& x : a) x += i++;
                a.get_pointer()[0] = -5;
            });
        });
        EXPECT_THROW(
            q.submit([&](sycl::handler& h) { sycl::accessor a(b, h, sycl::range<3>(7, 11, 2), sycl::id<3>(3, 4, 4)); }),
            ndweave::exception);
    }
    int i = 0;
    for (std::size_t x = 3; x < 10; ++x) {
        for (std::size_t y = 4; y < 15; ++y) {
            for (std::size_t z = 1; z < 3; ++z) {
                int& e = expected[(x * m + y) * k + z];
                e = e * 2 + 1 + i++;
            }
        }
    }
    expected[0] = -5;
    EXPECT_EQ(data, expected);
}

TEST(Accessor, TakesItemsAsSubscripts) {
    std::vector<int> data(6 * 5, 0);
    {
        sycl::buffer<int, 2> b(data.data(), {6, 5});
        sycl::queue().submit([&](sycl::handler& h) {
            sycl::accessor a(b, h);
            h.parallel_for(sycl::range<2>(5, 5),
                           [=](sycl::item<2> i) { a[i + sycl::id<2>(1, 0)] = static_cast<int>(i.get_linear_id()); });
        });
    }
    for (int i = 0; i < 30; ++i) ASSERT_EQ(data[static_cast<std::size_t>(i)], i < 5 ? 0 : i - 5);
}

TEST(Accessor, PlaceholdersAreBoundByRequire) {
    std::vector<int> data(100, 1), other(100, 5);
    {
        sycl::buffer<int> b(data), c(other);
        sycl::accessor<int, 1, access_mode::read_write, sycl::target::device, sycl::access::placeholder::true_t> p(b);
        sycl::accessor from(c, sycl::range<1>(10), sycl::id<1>(20), sycl::read_only);
        EXPECT_TRUE(p.is_placeholder());
        sycl::queue q;
        q.submit([&](sycl::handler& h) {
            h.require(p);
            h.require(from);
            h.parallel_for(10, [=](sycl::id<1> i) { p[i] += from[i]; });
        });
        EXPECT_THROW(q.submit([&](sycl::handler& h) {
            h.require(p);
            h.parallel_for(10, [=](sycl::id<1> i) { p[i] += from[i]; });
        }),
                     ndweave::exception);
        EXPECT_THROW(q.submit([](sycl::handler& h) { h.require(sycl::accessor<int, 1>()); }), ndweave::exception);
    }
    EXPECT_EQ(data[9], 6);
    EXPECT_EQ(data[10], 1);
}

TEST(Accessor, OfNoDimensionsAndAtomicAndLocal) {
    int sum = 3;
    std::vector<int> counts(2);
    {
        sycl::buffer<int> b(&sum, 1), c(counts);
        sycl::queue q;
        q.submit([&](sycl::handler& h) {
            sycl::accessor<int, 0, access_mode::read_write> a(b, h);
            h.single_task([=] { a = a + 4; });
        });
        q.submit([&](sycl::handler& h) {
            auto a = c.get_access<access_mode::atomic>(h);
            sycl::accessor<int, 1, access_mode::read_write, sycl::access::target::local> shared(sycl::range<1>(8), h);
            h.parallel_for(sycl::nd_range<1>(64, 8), [=](sycl::nd_item<1> it) {
                shared[it.get_local_id(0)] = static_cast<int>(it.get_local_id(0));
                sycl::group_barrier(it.get_group());
                a[1].fetch_add(shared[7 - it.get_local_id(0)]);
            });
        });
        EXPECT_EQ((sycl::host_accessor<int, 0, access_mode::read>(b)), 7);
    }
    EXPECT_EQ(sum, 7);
    EXPECT_EQ(counts[1], 28 * 8);
}

TEST(Accessor, CopiesAndFills) {
    const std::size_t n = 13, m = 17;
    std::vector<int> data(n * m), result(n * m), part(3 * 5), filled(n * m, 0);
    for (int& x : data) x = static_cast<int>(random_engine() % 1000);
    sycl::queue q;
    {
        sycl::buffer<int, 2> a({n, m}), b({n, m}), f(filled.data(), {n, m});
        const auto shared = std::make_shared<int>(11);
        q.submit([&](sycl::handler& h) { h.copy(data.data(), sycl::accessor(a, h, sycl::write_only, sycl::no_init)); });
        q.submit([&](sycl::handler& h) {
            h.copy(sycl::accessor(a, h, sycl::read_only), sycl::accessor(b, h, sycl::write_only));
        });
        q.submit([&](sycl::handler& h) { h.copy(sycl::accessor(b, h, sycl::read_only), result.data()); });
        q.submit([&](sycl::handler& h) {
            h.copy(sycl::accessor(b, h, sycl::range<2>(3, 5), sycl::id<2>(4, 6), sycl::read_only), part.data());
        });
        q.submit([&](sycl::handler& h) {
            h.fill(sycl::accessor(f, h, sycl::range<2>(3, 5), sycl::id<2>(4, 6), sycl::write_only), 9);
        });
        q.submit([&](sycl::handler& h) {
            h.copy(sycl::accessor(b, h, sycl::range<2>(5, 3), sycl::id<2>(0, 0), sycl::read_only),
                   sycl::accessor(f, h, sycl::range<2>(3, 5), sycl::id<2>(10, 1), sycl::write_only));
        });
        q.submit(
            [&](sycl::handler& h) { h.copy(shared, sycl::accessor(f, h, sycl::range<2>(1, 1), sycl::write_only)); });
        q.submit([&](sycl::handler& h) { h.update_host(sycl::accessor(f, h, sycl::read_only)); });
        q.wait();
        EXPECT_EQ(sycl::host_accessor(f, sycl::read_only)[0][0], 11);
    }
    EXPECT_EQ(result, data);
    std::size_t in_part = 0;
    for (std::size_t x = 0; x < 3; ++x) {
        for (std::size_t y = 0; y < 5; ++y, ++in_part) {
            EXPECT_EQ(part[in_part], data[(x + 4) * m + y + 6]);
            EXPECT_EQ(filled[(x + 4) * m + y + 6], 9);
            EXPECT_EQ(filled[(x + 10) * m + y + 1], data[in_part / 3 * m + in_part % 3]);
        }
    }
    EXPECT_EQ(filled[0], 11);
    EXPECT_EQ(filled[1], 0);
}

TEST(Accessor, ReductionsIntoBuffers) {
    const std::size_t n = 1000 + random_engine() % 100;
    sycl::buffer<int> sum(sycl::range<1>(1)), numbers(n);
    sycl::queue q;
    q.submit([&](sycl::handler& h) { h.fill(sycl::accessor(sum, h, sycl::write_only), 5); });
    q.submit([&](sycl::handler& h) {
        sycl::accessor a(numbers, h, sycl::write_only, sycl::no_init);
        h.parallel_for(n, [=](sycl::id<1> i) { a[i] = static_cast<int>(i); });
    });
    q.submit([&](sycl::handler& h) {
        sycl::accessor a(numbers, h, sycl::read_only);
        h.parallel_for(sycl::range<1>(n), sycl::reduction(sum, h, sycl::plus<int>()),
                       [=](sycl::id<1> i, auto& total) { total += a[i]; });
    });
    EXPECT_EQ(sycl::host_accessor(sum, sycl::read_only)[0], 5 + static_cast<int>(n * (n - 1) / 2));
    EXPECT_THROW(q.submit([&](sycl::handler& h) { (void)sycl::reduction(numbers, h, sycl::plus<int>()); }),
                 ndweave::exception);
}

TEST(Accessor, HostTasksHaveTheHostsCopy) {
    std::vector<int> data(500, 2);
    {
        sycl::buffer<int> b(data);
        sycl::queue q;
        q.submit([&](sycl::handler& h) {
            sycl::accessor a(b, h);
            h.parallel_for(500, [=](sycl::id<1> i) { a[i] += static_cast<int>(i); });
        });
        q.submit([&](sycl::handler& h) {
            sycl::accessor a(b, h, sycl::read_write_host_task);
            h.host_task([=] {
                for (int& x : a) x = -x;
            });
        });
        q.submit([&](sycl::handler& h) {
            sycl::accessor a(b, h);
            h.parallel_for(500, [=](sycl::id<1> i) { a[i] -= 1; });
        });
    }
    for (int i = 0; i < 500; ++i) ASSERT_EQ(data[static_cast<std::size_t>(i)], -(2 + i) - 1);
}

TEST(Accessor, OfTheHostForbidsCommandsThatWouldWaitForIt) {
    sycl::buffer<int> b(sycl::range<1>(8));
    sycl::queue q;
    const auto write = [&] {
        q.submit([&](sycl::handler& h) { h.fill(sycl::accessor(b, h, sycl::write_only, sycl::no_init), 1); });
    };
    const auto read = [&] {
        q.submit([&](sycl::handler& h) {
            sycl::accessor a(b, h, sycl::read_only);
            h.host_task([] {});
        });
    };
    write();
    {
        const sycl::host_accessor shown(b, sycl::read_only);
        read();
        EXPECT_THROW(write(), ndweave::exception);
    }
    {
        auto changed = b.get_access<sycl::access::mode::read_write>();
        changed[3] = 4;
        EXPECT_THROW(read(), ndweave::exception);
    }
    write();
    EXPECT_EQ(sycl::host_accessor(b)[3], 1);
}

}  // namespace

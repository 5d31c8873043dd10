/// Local memory that kernels declare themselves.
#include "ndweave/detail/declared_memory.hpp"

#include "fixture.hpp"

namespace ndweave::conformance {
namespace {

using DeclaredMemory = Conformance;

constexpr char first_id = 0, second_id = 0, third_id = 0;

TEST_F(DeclaredMemory, ReversesWithinEveryGroupAcrossBarriers) {
    constexpr std::size_t most = 300;
    for (const std::size_t local : {1, 3, 32, 100, 256}) {
        const std::size_t n = local * 37;
        std::vector<int> host(n), model(n);
        for (int& v : host) v = static_cast<int>(random());
        buffer<int> a(q, host);
        int* const p = a.get();
        q.parallel_for(nd_range<1>(n, local), [=](nd_item<1> it) {
            int(&tile)[most] = *detail::declared_memory<int[most]>(&first_id);
            const std::size_t l = it.get_local_id(0);
            tile[l] = p[it.get_global_id(0)];
            group_barrier(it.get_group());
            p[it.get_global_id(0)] = tile[local - 1 - l];
        });
        for (std::size_t i = 0; i < n; ++i) model[i] = host[i / local * local + local - 1 - i % local];
        expect_equal(a.read(), model);
    }
}

/// Bytes in front of wider numbers, two dimensions, and accessors beside them: barriers, nobody's memory moves.
TEST_F(DeclaredMemory, StandsBesideLocalAccessorsAcrossBarriers) {
    constexpr std::size_t local = 64, n = local * 19;
    std::vector<double> host(n), model(n);
    for (double& v : host) v = static_cast<double>(random() % 100000) / 8;
    buffer<double> a(q, host);
    double* const p = a.get();
    q.submit([&](handler& h) {
        const local_accessor<double> x(range<1>(local), h);
        const local_accessor<std::uint16_t, 2> y(range<2>(2, local), h);
        h.parallel_for(nd_range<1>(n, local), [=](nd_item<1> it) {
            auto& bytes = *detail::declared_memory<unsigned char[local + 1]>(&first_id);
            auto& square = *detail::declared_memory<double[8][9]>(&second_id);
            auto& sums = *detail::declared_memory<float[local]>(&third_id);
            const std::size_t l = it.get_local_id(0), other = (l + 7) % local;
            const double v = p[it.get_global_id(0)];
            x[l] = v;
            y[1][l] = static_cast<std::uint16_t>(3 * l);
            bytes[l] = static_cast<unsigned char>(l);
            square[l / 8][l % 8] = 2 * v;
            sums[l] = static_cast<float>(l) / 2;
            group_barrier(it.get_group());
            p[it.get_global_id(0)] = x[other] + y[1][other] + bytes[other] + square[other % 8][other / 8] + sums[other];
        });
    });
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t base = i / local * local, other = (i % local + 7) % local;
        const auto o = static_cast<double>(other);
        model[i] = host[base + other] + 3 * o + o + 2 * host[base + other % 8 * 8 + other / 8] + o / 2;
    }
    expect_equal(a.read(), model);
}

template <class Group>
int sum_of(const Group& g, int value) {
    auto& parts = *detail::declared_memory<int[128]>(&first_id);
    const std::size_t l = g.get_local_linear_id();
    group_barrier(g);
    parts[l] = value;
    group_barrier(g);
    int sum = 0;
    for (std::size_t i = 0; i < g.get_local_linear_range(); ++i) sum += parts[i];
    return sum;
}

/// A function's array is one array wherever and how often the function is called, barriers in a loop among them.
TEST_F(DeclaredMemory, IsTheSameAtEveryCallAcrossBarriers) {
    constexpr std::size_t local = 96, n = local * 11;
    std::vector<int> host(n), model(n);
    for (int& v : host) v = static_cast<int>(random() % 1000);
    buffer<int> a(q, host);
    int* const p = a.get();
    q.parallel_for(nd_range<1>(n, local), [=](nd_item<1> it) {
        int v = p[it.get_global_id(0)], sum = 0;
        for (int k = 1; k < 4; ++k) sum += sum_of(it.get_group(), v * k);
        const int again = sum_of(it.get_group(), static_cast<int>(it.get_local_id(0)));
        const auto* const here = detail::declared_memory<int[128]>(&first_id);
        const auto* const other = detail::declared_memory<int[128]>(&second_id);
        p[it.get_global_id(0)] = sum + again + (here == other ? 1'000'000 : 0);
    });
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = i / local * local; k < (i / local + 1) * local; ++k) {
            model[i] += 6 * host[k] + static_cast<int>(k % local);
        }
    }
    expect_equal(a.read(), model);
}

struct counted {
    int value, spare[3];
    counted(int v, int more) : value(v + more), spare{v, more, 7} {}
};

TEST_F(DeclaredMemory, ObjectsAreMadeOncePerGroupAcrossBarriers) {
    constexpr std::size_t local = 48, n = local * 7;
    buffer<int> a(q, n);
    int* const p = a.get();
    q.parallel_for(nd_range<1>(n, local), [=](nd_item<1> it) {
        const auto g = it.get_group();
        counted* const made = detail::declared_memory<counted>(&first_id);
        detail::construct_once(g, made, static_cast<int>(g.get_group_linear_id()), 10);
        auto& zeros = *detail::declared_memory<int[5][33]>(&second_id);
        detail::construct_once(g, &zeros);
        int* const number = detail::declared_memory<int>(&third_id);
        detail::construct_once(g, number, 5);
        using counter = atomic_ref<int, memory_order::relaxed, memory_scope::work_group>;
        counter(made->value).fetch_add(1);
        counter(zeros[4][32]).fetch_add(2);
        group_barrier(g);
        int sum = made->value + 100 * zeros[4][32] + made->spare[2] + *number;
        for (int k = 0; k < 32; ++k) sum += zeros[k % 5][k];
        p[it.get_global_id(0)] = sum;
    });
    std::vector<int> model(n);
    for (std::size_t i = 0; i < n; ++i) model[i] = static_cast<int>(i / local) + 10 + 48 + 100 * 96 + 7 + 5;
    expect_equal(a.read(), model);
}

TEST_F(DeclaredMemory, CountsForTheDevicesLimit) {
    const std::size_t limit = q.get_device().get_info<info::device::local_mem_size>();
    constexpr std::size_t declared = 12 * 1024;
    if (!computes() || limit < declared) GTEST_SKIP() << "no such limit";
    buffer<int> a(q, 4);
    int* const p = a.get();
    const auto run = [&](std::size_t bytes) {
        q.submit([&](handler& h) {
            const local_accessor<char> more(range<1>(bytes), h);
            h.parallel_for(nd_range<1>(4, 4), [=](nd_item<1> it) {
                auto& mine = *detail::declared_memory<int[declared / sizeof(int)]>(&first_id);
                const std::size_t l = it.get_local_id(0);
                mine[l] = static_cast<int>(l);
                more[l] = static_cast<char>(l);
                p[l] = mine[l] + more[l];
            });
        });
        q.wait();
    };
    const auto target = compute<std::uint32_t>(1, [](std::size_t) { return __ndweave_target(); });
    if (target[0] == NDWEAVE_TARGET_LIBRARY) GTEST_SKIP() << "it learns what a kernel declares while that runs";
    run(16);
    expect_equal(a.read(), {0, 2, 4, 6});
    try {
        run(limit - declared + 1);
        FAIL() << "more local memory than there is";
    } catch (const exception& e) {
        EXPECT_EQ(e.code(), errc::memory_allocation) << e.what();
        EXPECT_NE(std::string(e.what()).find(std::to_string(limit + 1) + " bytes of local memory requested"),
                  std::string::npos)
            << e.what();
    }
}

}  // namespace
}  // namespace ndweave::conformance

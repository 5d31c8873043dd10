// Functors of kernels in the forms that programs write them: their index by value, by reference, generic, as an lvalue.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <utility>

#include <sycl/sycl.hpp>

namespace {

class FunctorForms : public testing::Test {
protected:
    void SetUp() override {
        if (!q.get_device().has(sycl::aspect::usm_shared_allocations)) GTEST_SKIP() << "no shared memory";
        data = sycl::malloc_shared<int>(n, q);
        std::fill_n(data, n, 0);
    }
    void TearDown() override {
        if (data) sycl::free(data, q);
    }
    /// Element i is `factor` times i + 1; then all are 0 again.
    void expect_multiples(int factor) {
        q.wait();
        for (std::size_t i = 0; i < n; ++i) {
            EXPECT_EQ(data[i], static_cast<int>(i + 1) * factor) << i;
            data[i] = 0;
        }
    }

    static constexpr std::size_t n = 48;
    sycl::queue q;
    int* data = nullptr;
};

TEST_F(FunctorForms, OfRanges) {
    int* const out = data;
    q.parallel_for(n, [=](auto& i) { out[i] += i + 1; });
    q.parallel_for(n, [=](auto&& i) { out[i] += i + 1; });
    q.parallel_for(n, [=](auto i) { out[i] += i + 1; });
    q.parallel_for(n, [=](const auto& i) { out[i] += i + 1; });
    q.parallel_for(n, [=](sycl::item<1>& i) { out[i] += i.get_linear_id() + 1; });
    q.parallel_for(n, [=](sycl::item<1>&& i) { out[i] += i.get_linear_id() + 1; });
    q.parallel_for(n, [=](sycl::item<1, false>& i) { out[i] += i + 1; });
    q.parallel_for(n, [=](sycl::id<1>& i) { out[i] += i + 1; });
    q.parallel_for(n, [=](sycl::id<1>&& i) { out[i] += i + 1; });
    q.parallel_for(n, [=](std::size_t i) { out[i] += static_cast<int>(i) + 1; });
    q.parallel_for(n, [=](int i) { out[i] += i + 1; });
    q.submit([&](sycl::handler& h) {
        h.parallel_for(sycl::range{6, 8}, [=](auto& i) { out[i.get_linear_id()] += i[0] * 8 + i[1] + 1; });
    });
    expect_multiples(12);
}

TEST_F(FunctorForms, OfNdRanges) {
    int* const out = data;
    const sycl::nd_range<1> execution(n, 16);
    q.parallel_for(execution, [=](auto& it) { out[it.get_global_id(0)] += it.get_global_id(0) + 1; });
    q.parallel_for(execution, [=](auto&& it) { out[it.get_global_id(0)] += it.get_global_id(0) + 1; });
    q.parallel_for(execution, [=](sycl::nd_item<1>& it) { out[it.get_global_id(0)] += it.get_global_id(0) + 1; });
    q.parallel_for(execution, [=](sycl::nd_item<1>&& it) {
        sycl::group_barrier(it.get_group());
        out[it.get_global_id(0)] += it.get_global_id(0) + 1;
    });
    expect_multiples(4);
}

TEST_F(FunctorForms, WithHandlersAndOffsets) {
    int* const out = data;
    const std::size_t half = n / 2;
    q.submit([&](sycl::handler& h) { h.parallel_for(n, [=](auto& i, sycl::kernel_handler) { out[i] += i + 1; }); });
    q.parallel_for(n, [=](sycl::item<1>& i, sycl::kernel_handler) { out[i] += i + 1; });
    for (const std::size_t begin : {std::size_t{0}, half})
        q.parallel_for(sycl::range<1>(half), sycl::id<1>(begin), [=](auto& i) { out[i] += i + 1; });
    const sycl::event first = q.parallel_for(sycl::range{6, 4}, sycl::id{0, 0},
                                             [=](sycl::id<2> i) { out[i[0] * 8 + i[1]] += i[0] * 8 + i[1] + 1; });
    q.parallel_for(sycl::range{6, 4}, first, sycl::id{0, 4},
                   [=](sycl::id<2> i) { out[i[0] * 8 + i[1]] += i[0] * 8 + i[1] + 1; });
    expect_multiples(4);
}

TEST_F(FunctorForms, OfReductions) {
    const auto sum_of = [&](const auto& launch) {
        data[0] = 0;
        launch(sycl::reduction(data, sycl::plus<int>()));
        q.wait();
        return data[0];
    };
    const int all = n * (n - 1) / 2;
    EXPECT_EQ(sum_of([&](auto r) { q.parallel_for(n, r, [](auto& i, auto& sum) { sum += i; }); }), all);
    EXPECT_EQ(sum_of([&](auto r) { q.parallel_for(n, r, [](sycl::id<1>& i, auto& sum) { sum += i; }); }), all);
    EXPECT_EQ(sum_of([&](auto r) {
                  q.parallel_for(sycl::nd_range<1>(n, 8), r, [](auto& it, auto& sum) { sum += it.get_global_id(0); });
              }),
              all);
    EXPECT_EQ(sum_of([&](auto r) { q.parallel_for(n, r, [](auto, auto& sum) { sum++; }); }), static_cast<int>(n));
}

TEST_F(FunctorForms, OfHierarchies) {
    int* const out = data;
    q.submit([&](sycl::handler& h) {
        h.parallel_for_work_group(sycl::range<1>(n / 8), sycl::range<1>(8), [=](auto& g) {
            g.parallel_for_work_item([&](auto& it) { out[it.get_global_id(0)] += it.get_global_id(0) + 1; });
        });
    });
    expect_multiples(1);
}

/// Operations of the standard library are SYCL's.
TEST_F(FunctorForms, ReductionsByStandardOperations) {
    static_assert(sycl::known_identity_v<std::multiplies<int>, int> == 1 &&
                  sycl::has_known_identity_v<std::plus<>, float>);
    data[0] = data[1] = 0;
    data[2] = 0;
    q.parallel_for(n, sycl::reduction(data, std::plus<int>()), sycl::reduction(data + 1, std::bit_or<>()),
                   [](sycl::id<1> i, auto& sum, auto& bits) {
                       sum += i;
                       bits |= 1 << i % 5;
                   });
    int* const out = data;
    q.parallel_for(sycl::nd_range<1>(16, 16), [=](sycl::nd_item<1> it) {
        const int all = sycl::reduce_over_group(it.get_group(), int(it.get_local_id(0)), std::plus<int>());
        const int highest = sycl::reduce_over_group(it.get_group(), int(it.get_local_id(0)), sycl::maximum<int>());
        if (it.get_local_id(0) == 0) out[2] = all * 100 + highest;
    });
    q.wait();
    EXPECT_EQ(data[0], static_cast<int>(n * (n - 1) / 2));
    EXPECT_EQ(data[1], 31);
    EXPECT_EQ(data[2], 12015);
}

/// What a program's own operation combines: std::pair has no trivial assignment.
TEST_F(FunctorForms, ReductionsOfPairs) {
    using place = std::pair<float, int>;
    place* const least = sycl::malloc_shared<place>(2, q);
    const auto smaller = [](const place& a, const place& b) { return b < a ? b : a; };
    least[0] = least[1] = place(1e30f, -1);
    const auto value = [](std::size_t i) { return place(static_cast<float>((i * 29 + 7) % n), static_cast<int>(i)); };
    q.parallel_for(n, sycl::reduction(least, place(1e30f, -1), smaller),
                   [=](sycl::id<1> i, auto& best) { best.combine(value(i)); });
    q.parallel_for(sycl::nd_range<1>(n, 16), sycl::reduction(least + 1, smaller),
                   [=](sycl::nd_item<1> it, auto& best) { best.combine(value(it.get_global_id(0))); });
    q.wait();
    place expected = value(0);
    for (std::size_t i = 1; i < n; ++i) expected = smaller(expected, value(i));
    EXPECT_EQ(least[0], expected);
    EXPECT_EQ(least[1], expected);
    sycl::free(least, q);
}

TEST(ReducerElements, HavePostfixIncrements) {
    sycl::queue q;
    if (!q.get_device().has(sycl::aspect::usm_shared_allocations)) GTEST_SKIP() << "no shared memory";
    int* const found = sycl::malloc_shared<int>(4, q);
    std::fill_n(found, 4, 0);
    q.parallel_for(100, sycl::reduction(sycl::span<int, 4>(found, 4), sycl::plus<int>()),
                   [](sycl::id<1> i, auto& sums) {
                       sums[i % 4]++;
                       ++sums[0];
                   })
        .wait();
    for (int k = 0; k < 4; ++k) EXPECT_EQ(found[k], k == 0 ? 125 : 25);
    sycl::free(found, q);
}

TEST(Indices, ComputeWithWhatConvertsToIds) {
    const sycl::id<2> i(7, 9);
    const sycl::range<2> r(2, 4);
    EXPECT_EQ(r + i, (sycl::id<2>(9, 13)));
    EXPECT_EQ(i - r, (sycl::id<2>(5, 5)));
    EXPECT_EQ(i / r, (sycl::id<2>(3, 2)));
    EXPECT_EQ(i % r, (sycl::id<2>(1, 1)));
    sycl::id<2> moved = i;
    moved += r;
    EXPECT_EQ(moved, (sycl::id<2>(9, 13)));
    EXPECT_TRUE((sycl::id<2>(2, 4) == r));
    EXPECT_EQ(r * r, (sycl::range<2>(4, 16)));
    sycl::queue q;
    q.single_task([] {}).wait();
    if (!q.get_device().has(sycl::aspect::usm_shared_allocations)) GTEST_SKIP() << "no shared memory";
    auto* const out = sycl::malloc_shared<sycl::id<2>>(12, q);
    q.parallel_for(sycl::range{3, 4}, [=](sycl::item<2> it) {
         out[it.get_linear_id()] = it + sycl::id<2>(1, 1) - it * sycl::id<2>(1, 0);
     }).wait();
    for (std::size_t k = 0; k < 12; ++k) EXPECT_EQ(out[k], (sycl::id<2>(1, k % 4 + 1)));
    sycl::free(out, q);
}

}  // namespace

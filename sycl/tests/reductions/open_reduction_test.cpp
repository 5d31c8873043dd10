// Reductions by operations without a known identity (SYCL 2020, 4.9.2.3), and group algorithms of two types (4.17.4).
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include <sycl/sycl.hpp>

namespace {

/// Affine maps under composition commute where all have the same fixed point, 0: only factors multiply.
struct scale {
    unsigned factor;
    std::uint64_t steps;
    friend bool operator==(const scale&, const scale&) = default;
};
struct compose {
    scale operator()(const scale& a, const scale& b) const { return {a.factor * b.factor, a.steps + b.steps}; }
};

template <class Space, class Index>
void expect_composed(Space space, Index index, std::size_t points) {
    sycl::queue q;
    std::mt19937 random(std::random_device{}());
    std::vector<unsigned> factors(points);
    scale expected{7, 1}, skipped{3, 3};
    for (std::size_t i = 0; i < points; ++i) {
        factors[i] = static_cast<unsigned>(random()) | 1u;
        if (i % 3 == 1) expected = compose()(expected, {factors[i], i});
    }
    scale result{7, 1}, pair[2] = {{7, 1}, skipped};
    {
        sycl::buffer in(factors);
        sycl::buffer<scale> out(&result, 1), out_pair(pair, 2);
        q.submit([&](sycl::handler& h) {
            sycl::accessor data(in, h, sycl::read_only);
            h.parallel_for(space, sycl::reduction(out, h, compose()), [=](auto it, auto& all) {
                const std::size_t i = index(it);
                if (i < points && i % 3 == 1) all.combine({data[i], i});
            });
        });
        if (q.get_device().has(sycl::aspect::usm_shared_allocations)) {
            scale* const two = sycl::malloc_shared<scale>(2, q);
            two[0] = pair[0], two[1] = pair[1];
            q.submit([&](sycl::handler& h) {
                 sycl::accessor data(in, h, sycl::read_only);
                 h.parallel_for(space, sycl::reduction(sycl::span<scale, 2>(two, 2), compose()),
                                [=](auto it, auto& all) {
                                    const std::size_t i = index(it);
                                    if (i < points && i % 3 == 1) all[0].combine({data[i], i});
                                });
             }).wait();
            EXPECT_EQ(two[0], expected);
            EXPECT_EQ(two[1], skipped);  // takes no contribution
            sycl::free(two, q);
        }
    }
    EXPECT_EQ(result, expected);
}

TEST(OpenReduction, OverRangesAndNdRanges) {
    for (const std::size_t points : {1u, 63u, 10'007u}) {
        expect_composed(sycl::range<1>(points), [](auto it) { return static_cast<std::size_t>(it); }, points);
        expect_composed(
            sycl::nd_range<1>((points + 31) / 32 * 32, 32), [](auto it) { return it.get_global_id(0); }, points);
    }
}

TEST(JointAlgorithms, CombineInTheTypeThatTheOperationHas) {
    sycl::queue q;
    constexpr std::size_t count = 101;
    sycl::buffer<float> in(count);
    sycl::buffer<int> out(2);
    sycl::buffer<int> scanned(count);
    {
        const sycl::host_accessor numbers(in, sycl::write_only);
        for (std::size_t i = 0; i < count; ++i) numbers[i] = static_cast<float>(i) + 0.75f;
    }
    q.submit([&](sycl::handler& h) {
        sycl::accessor numbers(in, h, sycl::read_only);
        sycl::accessor result(out, h, sycl::write_only);
        sycl::accessor prefix(scanned, h, sycl::read_write);
        h.parallel_for(sycl::nd_range<1>(32, 32), [=](sycl::nd_item<1> it) {
            const float* const first = numbers.get_multi_ptr<sycl::access::decorated::no>().get_raw();
            int* const to = prefix.get_multi_ptr<sycl::access::decorated::no>().get_raw();
            const int sum = sycl::joint_reduce(it.get_group(), first, first + count, 5, sycl::plus<int>());
            sycl::joint_inclusive_scan(it.get_group(), first, first + count, to, sycl::plus<int>());
            if (it.get_group().leader()) result[0] = sum;
            static_assert(std::is_same_v<decltype(sycl::plus<>()(short(1), short(2))), int>);
            static_assert(sycl::is_group_v<sycl::group<2>> && sycl::is_group_v<sycl::sub_group>);
            static_assert(!sycl::is_group_v<sycl::nd_item<1>>);
            if (it.get_group().leader()) result[1] = static_cast<int>(sycl::maximum<>()(2.5f, 7));
        });
    });
    const sycl::host_accessor result(out);
    const sycl::host_accessor prefix(scanned);
    EXPECT_EQ(result[0], 5 + 100 * 101 / 2);
    EXPECT_EQ(result[1], 7);
    int sum = 0;
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(prefix[i], sum += static_cast<int>(i));
}

}  // namespace

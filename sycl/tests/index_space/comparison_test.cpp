/// Comparisons and conversions of the index space (SYCL 2020, 4.9.1): by element, but those of numbers in one
/// dimension.
#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <type_traits>

#include <sycl/sycl.hpp>

namespace {

template <class Index, class Result, class Operation>
void expect_by_element(const Index& a, const Index& b, const Result& result, Operation op) {
    for (int d = 0; d < Index::dimensions; ++d) EXPECT_EQ(result[d], static_cast<std::size_t>(op(a[d], b[d])));
}

template <class Index>
void compare(const Index& a, const Index& b) {
    expect_by_element(a, b, a < b, std::less<>());
    expect_by_element(a, b, a > b, std::greater<>());
    expect_by_element(a, b, a <= b, std::less_equal<>());
    expect_by_element(a, b, a >= b, std::greater_equal<>());
    expect_by_element(a, b, a && b, std::logical_and<>());
    expect_by_element(a, b, a || b, std::logical_or<>());
    expect_by_element(a, a, a < 3, [](std::size_t x, std::size_t) { return x < 3; });
    expect_by_element(a, a, 3u >= a, [](std::size_t x, std::size_t) { return 3 >= x; });
    expect_by_element(a, a, -a, [](std::size_t x, std::size_t) { return 0 - x; });
}

TEST(IndexComparison, IsByElement) {
    std::mt19937 random(std::random_device{}());
    for (int k = 0; k < 50; ++k) {
        const auto next = [&] { return static_cast<std::size_t>(random() % 5); };
        compare(sycl::range<1>(next()), sycl::range<1>(next()));
        compare(sycl::range<2>(next(), next()), sycl::range<2>(next(), next()));
        compare(sycl::id<2>(next(), next()), sycl::id<2>(next(), next()));
        compare(sycl::id<3>(next(), next(), next()), sycl::id<3>(next(), next(), next()));
    }
}

TEST(IndexComparison, OfOneDimensionIsThatOfNumbers) {
    const int* const nothing = nullptr;
    const sycl::id<1> i(0);
    // The right side would be a crash.
    EXPECT_FALSE(i > 0 && nothing[i - 1] > 0);
    static_assert(std::is_same_v<decltype(i < 3), bool>);
}

TEST(Items, BecomeIdsAndTellOffsetsOrNot) {
    sycl::queue q;
    const sycl::range<2> extent(5, 7);
    sycl::buffer<sycl::id<2>, 2> ids(extent);
    sycl::buffer<std::size_t> linear(sycl::range<1>(9));
    q.submit([&](sycl::handler& h) {
        sycl::accessor out(ids, h, sycl::write_only);
        h.parallel_for(extent, [=](sycl::item<2, false> it) {
            const sycl::item<2, true> with_offset = it;
            sycl::id<2> i;
            i = it;
            out[with_offset] = i + with_offset.get_offset();
        });
    });
    q.submit([&](sycl::handler& h) {
        sycl::accessor out(linear, h, sycl::write_only);
        h.parallel_for(sycl::range<1>(9), [=](sycl::item<1> it) {
            const sycl::id<1> i = it;
            out[it] = i * 3;
        });
    });
    const sycl::host_accessor of_ids(ids, sycl::read_only);
    const sycl::host_accessor of_linear(linear, sycl::read_only);
    for (std::size_t row = 0; row < extent[0]; ++row) {
        for (std::size_t x = 0; x < extent[1]; ++x) EXPECT_EQ(of_ids[row][x], sycl::id<2>(row, x));
    }
    for (std::size_t i = 0; i < 9; ++i) EXPECT_EQ(of_linear[i], i * 3);
}

}  // namespace

// Reductions over spans, buffers and accessors, alone and together, against sums of the host (SYCL 2020, 4.9.2).
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <random>
#include <vector>

#include <sycl/sycl.hpp>

namespace {

std::vector<int> random_numbers(std::size_t count) {
    std::random_device seed;
    std::mt19937 random(seed());
    std::vector<int> numbers(count);
    for (int& n : numbers) n = static_cast<int>(random() % 2000) - 1000;
    return numbers;
}

/// USM of the host's numbers.
template <class T>
class shared_array {
public:
    shared_array(sycl::queue& q, std::vector<T> values) : q_(q), data_(sycl::malloc_shared<T>(values.size(), q)) {
        std::copy(values.begin(), values.end(), data_);
    }
    ~shared_array() { sycl::free(data_, q_); }
    shared_array(const shared_array&) = delete;
    shared_array& operator=(const shared_array&) = delete;
    T* get() const { return data_; }
    template <std::size_t N>
    std::vector<T> values() const {
        return std::vector<T>(data_, data_ + N);
    }

private:
    sycl::queue q_;
    T* const data_;
};

class SpanReduction : public testing::Test {
protected:
    void SetUp() override {
        if (!q.get_device().has(sycl::aspect::usm_shared_allocations)) GTEST_SKIP() << "no shared memory";
    }

    sycl::queue q;
};

constexpr std::size_t bins = 13;

std::vector<int> histogram(const std::vector<int>& numbers, std::vector<int> counts) {
    for (const int n : numbers) ++counts[static_cast<std::size_t>(n + 1000) % bins];
    return counts;
}

TEST_F(SpanReduction, HistogramsOverRangesAndNdRanges) {
    for (const std::size_t points : {1u, 77u, 4096u, 100'003u}) {
        const std::vector<int> numbers = random_numbers(points), before = random_numbers(bins);
        const shared_array<int> in(q, numbers), by_range(q, before), by_nd_range(q, before);
        const int* const data = in.get();
        q.parallel_for(
            sycl::range(points), sycl::reduction(sycl::span<int, bins>(by_range.get(), bins), sycl::plus<>()),
            [=](sycl::id<1> i, auto& counts) { counts[static_cast<std::size_t>(data[i] + 1000) % bins] += 1; });
        const std::size_t padded = (points + 63) / 64 * 64;
        q.parallel_for(sycl::nd_range<1>(padded, 64),
                       sycl::reduction(sycl::span<int, bins>(by_nd_range.get(), bins), sycl::plus<int>()),
                       [=](sycl::nd_item<1> it, auto& counts) {
                           const std::size_t i = it.get_global_id(0);
                           if (i < points) ++counts[static_cast<std::size_t>(data[i] + 1000) % bins];
                       })
            .wait();
        EXPECT_EQ(by_range.values<bins>(), histogram(numbers, before)) << points;
        EXPECT_EQ(by_nd_range.values<bins>(), histogram(numbers, before)) << points;
    }
}

TEST_F(SpanReduction, OfTwoAndThreeDimensions) {
    constexpr std::size_t rows = 37, columns = 53;
    const std::vector<int> numbers = random_numbers(rows * columns);
    const shared_array<int> in(q, numbers);
    const shared_array<double> sums(q, {7, 7, 7}), deep(q, {7, 7, 7});
    const int* const data = in.get();
    const sycl::property_list replace{sycl::property::reduction::initialize_to_identity()};
    q.parallel_for(sycl::range(rows, columns),
                   sycl::reduction(sycl::span<double, 3>(sums.get(), 3), sycl::plus<>(), replace),
                   [=](sycl::item<2> it, auto& sum) {
                       const int n = data[it.get_linear_id()];
                       sum[0] += n;
                       sum[1] += n * n;
                       sum[2].combine(it[1]);
                   });
    q.parallel_for(sycl::nd_range<3>({2, rows + 3, columns + 11}, {1, 8, 16}),
                   sycl::reduction(sycl::span<double, 3>(deep.get(), 3), 0.0, sycl::plus<>(), replace),
                   [=](sycl::nd_item<3> it, auto& sum) {
                       const std::size_t row = it.get_global_id(1), column = it.get_global_id(2);
                       if (it.get_global_id(0) != 1 || row >= rows || column >= columns) return;
                       const int n = data[row * columns + column];
                       sum[0] += n;
                       sum[1] += n * n;
                       sum[2] += static_cast<double>(column);
                   })
        .wait();
    std::vector<double> expected(3);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        expected[0] += numbers[i];
        expected[1] += numbers[i] * numbers[i];
        expected[2] += static_cast<double>(i % columns);
    }
    EXPECT_EQ(sums.values<3>(), expected);
    EXPECT_EQ(deep.values<3>(), expected);
}

TEST_F(SpanReduction, SeveralOfAllKindsTogether) {
    constexpr std::size_t points = 10'007;
    const std::vector<int> numbers = random_numbers(points);
    const shared_array<int> in(q, numbers), smallest(q, {500, 500, 500, 500, 500}), total(q, {11});
    const shared_array<std::uint64_t> bits(q, {0, 0, 0});
    int largest = -2000;
    long double_total = 5;
    const int* const data = in.get();
    const auto submit = [&](auto space, auto index_of) {
        sycl::buffer<int> largest_buffer(&largest, 1);
        sycl::buffer<long> total_buffer(&double_total, 1);
        q.submit([&](sycl::handler& h) {
            sycl::accessor into(total_buffer, h, sycl::read_write);
            h.parallel_for(space, sycl::reduction(sycl::span<int, 5>(smallest.get(), 5), sycl::minimum<>()),
                           sycl::reduction(total.get(), sycl::plus<>()),
                           sycl::reduction(largest_buffer, h, sycl::maximum<int>()),
                           sycl::reduction(sycl::span<std::uint64_t, 3>(bits.get(), 3), std::uint64_t(0),
                                           [](std::uint64_t a, std::uint64_t b) { return a ^ b; }),
                           sycl::reduction(into, 0L, sycl::plus<>()),
                           [=](auto it, auto& low, auto& sum, auto& high, auto& mixed, auto& twice) {
                               const std::size_t i = index_of(it);
                               if (i >= points) return;
                               low[i % 5].combine(data[i]);
                               sum += data[i];
                               high.combine(data[i]);
                               mixed[i % 3].combine(std::uint64_t(i) * 0x9e3779b97f4a7c15u);
                               twice += 2 * data[i];
                           });
        });
    };
    std::vector<int> low(5, 500);
    std::vector<std::uint64_t> mixed(3);
    int sum = 0;
    for (std::size_t i = 0; i < points; ++i) {
        low[i % 5] = std::min(low[i % 5], numbers[i]);
        mixed[i % 3] ^= std::uint64_t(i) * 0x9e3779b97f4a7c15u;
        sum += numbers[i];
    }
    const int high = *std::max_element(numbers.begin(), numbers.end());

    submit(sycl::range<1>(points), [](sycl::item<1> it) { return it.get_linear_id(); });
    EXPECT_EQ(smallest.values<5>(), low);
    EXPECT_EQ(bits.values<3>(), mixed);
    EXPECT_EQ(total.get()[0], 11 + sum);
    EXPECT_EQ(largest, high);
    EXPECT_EQ(double_total, 5 + 2 * sum);

    largest = -2000;
    submit(sycl::nd_range<1>((points + 31) / 32 * 32, 32), [](sycl::nd_item<1> it) { return it.get_global_id(0); });
    EXPECT_EQ(smallest.values<5>(), low);
    EXPECT_EQ(bits.values<3>(), std::vector<std::uint64_t>(3));  // twice the same
    EXPECT_EQ(total.get()[0], 11 + 2 * sum);
    EXPECT_EQ(largest, high);
    EXPECT_EQ(double_total, 5 + 4 * sum);

    // More groups than one combines on any device.
    largest = -2000;
    submit(sycl::nd_range<1>(points + 1, 2), [](sycl::nd_item<1> it) { return it.get_global_id(0); });
    EXPECT_EQ(smallest.values<5>(), low);
    EXPECT_EQ(bits.values<3>(), mixed);
    EXPECT_EQ(total.get()[0], 11 + 3 * sum);
    EXPECT_EQ(largest, high);
    EXPECT_EQ(double_total, 5 + 6 * sum);
}

TEST_F(SpanReduction, KnownElementsStayInRegistersAndUnknownOnesAreRight) {
    constexpr std::size_t points = 20'011;
    const std::vector<int> numbers = random_numbers(points);
    const shared_array<int> in(q, numbers);
    const shared_array<float> moments(q, {0, 0});
    const int* const data = in.get();
    q.parallel_for(sycl::range(points), sycl::reduction(sycl::span<float, 2>(moments.get(), 2), sycl::plus<>()),
                   [=](sycl::id<1> i, auto& sum) {
                       sum[0] += static_cast<float>(data[i] % 8);
                       sum[1] += 1.0f;
                   })
        .wait();
    float expected = 0;
    for (const int n : numbers) expected += static_cast<float>(n % 8);
    EXPECT_EQ(moments.get()[0], expected);
    EXPECT_EQ(moments.get()[1], static_cast<float>(points));
}

TEST_F(SpanReduction, OverNothingLeavesTheVariablesOrSetsThem) {
    const shared_array<int> kept(q, {4, 5}), set(q, {4, 5});
    const auto nothing = [](sycl::id<1>, auto& a, auto& b) {
        a[0] += 1;
        b[1] += 1;
    };
    q.parallel_for(sycl::range<1>(0), sycl::reduction(sycl::span<int, 2>(kept.get(), 2), sycl::plus<>()),
                   sycl::reduction(sycl::span<int, 2>(set.get(), 2), sycl::plus<>(),
                                   {sycl::property::reduction::initialize_to_identity()}),
                   nothing)
        .wait();
    EXPECT_EQ(kept.values<2>(), (std::vector<int>{4, 5}));
    EXPECT_EQ(set.values<2>(), (std::vector<int>{0, 0}));
}

TEST_F(SpanReduction, ReducersTellTheirIdentity) {
    const shared_array<int> out(q, {0, 0});
    q.single_task([p = out.get()] { p[0] = 0; });
    q.parallel_for(sycl::range<1>(1), sycl::reduction(sycl::span<int, 2>(out.get(), 2), sycl::maximum<>()),
                   [=](sycl::id<1>, auto& most) {
                       static_assert(std::remove_reference_t<decltype(most)>::dimensions == 1);
                       most[1].combine(most.identity() == std::numeric_limits<int>::lowest() ? 8 : 9);
                   })
        .wait();
    EXPECT_EQ(out.values<2>(), (std::vector<int>{0, 8}));
}

/// Core's `reduction`, in the namespace of `plus`, is not found beside SYCL's.
TEST_F(SpanReduction, UnqualifiedNamesAreThoseOfSycl) {
    using namespace sycl;
    const shared_array<int> one(q, {1}), other(q, {1}), several(q, {1, 2});
    q.parallel_for(range(100), reduction(one.get(), plus<>()), reduction(other.get(), 0, plus<int>()),
                   reduction(span<int, 2>(several.get(), 2), maximum<>()),
                   [=](id<1> i, auto& a, auto& b, auto& most) {
                       a += 1;
                       b += 2;
                       most[1].combine(static_cast<int>(i[0]));
                   })
        .wait();
    EXPECT_EQ(one.get()[0], 101);
    EXPECT_EQ(other.get()[0], 201);
    EXPECT_EQ(several.values<2>(), (std::vector<int>{1, 99}));
}

TEST(AccessorReduction, DiscardingOnesReplaceAndOthersAdd) {
    sycl::queue q;
    int kept = 100, replaced = 100;
    {
        sycl::buffer<int> kept_buffer(&kept, 1), replaced_buffer(&replaced, 1);
        q.submit([&](sycl::handler& h) {
            auto into = kept_buffer.get_access<sycl::access::mode::read_write>(h);
            auto instead = replaced_buffer.get_access<sycl::access::mode::discard_write>(h);
            h.parallel_for(sycl::range<1>(1000), sycl::reduction(into, sycl::plus<>()),
                           sycl::reduction(instead, 0, sycl::plus<int>()), [](sycl::id<1> i, auto& a, auto& b) {
                               a += static_cast<int>(i[0]);
                               b += 1;
                           });
        });
    }
    EXPECT_EQ(kept, 100 + 999 * 500);
    EXPECT_EQ(replaced, 1000);
}

TEST(AccessorReduction, RefusesMoreElementsAndPlaceholders) {
    sycl::queue q;
    sycl::buffer<int> two(2), one(1);
    q.submit([&](sycl::handler& h) {
        sycl::accessor pair(two, h);
        EXPECT_THROW(sycl::reduction(pair, sycl::plus<>()), sycl::exception);
        EXPECT_THROW(sycl::reduction(two, h, sycl::plus<>()), sycl::exception);
        EXPECT_THROW(sycl::reduction(sycl::accessor<int, 1, sycl::access_mode::read_write>(one), sycl::plus<>()),
                     sycl::exception);
    });
    EXPECT_THROW(sycl::reduction(sycl::span<int, 2>(static_cast<int*>(nullptr), 2), sycl::plus<>()), sycl::exception);
}

}  // namespace

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <iterator>
#include <list>
#include <memory>
#include <mutex>
#include <numeric>
#include <random>
#include <unordered_set>
#include <vector>

#include "sycl/sycl.hpp"

namespace {

std::vector<int> random_numbers(std::size_t count) {
    std::mt19937 random(std::random_device{}());
    std::vector<int> numbers(count);
    for (int& n : numbers) n = static_cast<int>(random() % 1000);
    return numbers;
}

std::vector<int> plus_one(std::vector<int> numbers) {
    for (int& n : numbers) ++n;
    return numbers;
}

template <int D>
void increment(sycl::buffer<int, D> b) {
    sycl::queue q;
    q.submit([&](sycl::handler& h) {
        sycl::accessor a(b, h);
        h.parallel_for(b.get_range(), [=](sycl::id<D> i) { a[i] += 1; });
    });
}

const std::size_t odd = 257 + std::random_device()() % 100;

TEST(Buffer, WritesBackToWhatItIsMadeOf) {
    const std::vector<int> numbers = random_numbers(odd);
    std::vector<int> data = numbers;
    increment(sycl::buffer<int>(data.data(), odd));
    EXPECT_EQ(data, plus_one(numbers));
    increment(sycl::buffer(data));
    EXPECT_EQ(data, plus_one(plus_one(numbers)));
    data = numbers;
    increment(sycl::buffer(data.data(), sycl::range<1>(odd)));
    EXPECT_EQ(data, plus_one(numbers));
    data = numbers;
    const std::vector<int>& constant = data;
    increment(sycl::buffer<int>(constant));
    increment(sycl::buffer<int>(data.begin(), data.end()));
    EXPECT_EQ(data, numbers);
    std::shared_ptr<int[]> shared(new int[odd]);
    std::copy(numbers.begin(), numbers.end(), shared.get());
    increment(sycl::buffer<int>(shared, odd));
    EXPECT_EQ(std::vector<int>(shared.get(), shared.get() + odd), plus_one(numbers));
    std::array<int, 3> three{1, 2, 3};
    increment(sycl::buffer<int>(three));
    EXPECT_EQ(three, (std::array<int, 3>{2, 3, 4}));
    std::vector<unsigned char> bytes(sizeof(int) * 3 + 1);  // not aligned
    increment(sycl::buffer<int>(reinterpret_cast<int*>(bytes.data() + 1), 3));
    EXPECT_EQ(bytes[1], 1);
    EXPECT_EQ(bytes[5], 1);
}

TEST(Buffer, WritesTheResultWhereItIsTold) {
    const std::vector<int> numbers = random_numbers(odd);
    std::vector<int> data = numbers, result(odd);
    std::list<int> list;
    {
        sycl::buffer<int> b(data.data(), odd);
        b.set_final_data(result.data());
        increment(b);
    }
    EXPECT_EQ(data, numbers);
    EXPECT_EQ(result, plus_one(numbers));
    {
        sycl::buffer<int> b(data.data(), odd);
        increment(b);
        b.set_final_data(std::back_inserter(list));
    }
    EXPECT_EQ(std::vector<int>(list.begin(), list.end()), plus_one(numbers));
    data = numbers;
    {
        sycl::buffer<int> b(data.data(), odd);
        b.set_write_back(false);
        increment(b);
    }
    EXPECT_EQ(data, numbers);
    {
        sycl::buffer<int> b(data.data(), odd);
        b.set_final_data(nullptr);
        increment(b);
    }
    EXPECT_EQ(data, numbers);
    {
        sycl::buffer<int> b(data.data(), odd);
        b.set_write_back(false);
        increment(b);
        b.set_write_back(true);
    }
    EXPECT_EQ(data, plus_one(numbers));
    const auto kept = std::make_shared<int>(0);
    {
        sycl::buffer<int> b(numbers.data(), 1);
        b.set_final_data(std::weak_ptr<int>(kept));
        increment(b);
    }
    EXPECT_EQ(*kept, numbers[0] + 1);
    {
        auto gone = std::make_shared<int>(0);
        sycl::buffer<int> b(numbers.data(), 1);
        b.set_final_data(std::weak_ptr<int>(gone));
        gone.reset();
        increment(b);
    }
}

TEST(Buffer, HasItsProperties) {
    std::mutex mutex;
    std::vector<int> data = random_numbers(odd);
    const std::vector<int> before = data;
    {
        sycl::buffer<int> b(data.data(), odd, {sycl::property::buffer::use_mutex(mutex)});
        const std::lock_guard held(mutex);
        increment(b);
        sycl::host_accessor(b, sycl::read_only);
        EXPECT_EQ(data, before);
        EXPECT_EQ(b.get_property<sycl::property::buffer::use_mutex>().get_mutex_ptr(), &mutex);
        EXPECT_FALSE(b.has_property<sycl::property::buffer::use_host_ptr>());
    }
    EXPECT_EQ(data, plus_one(before));
    const sycl::context c;
    sycl::buffer<int> b(data.data(), odd,
                        {sycl::property::buffer::use_host_ptr(), sycl::property::buffer::context_bound(c)});
    if (!std::getenv("NDWEAVE_CHECK"))  // which needs memory of its own
        EXPECT_EQ(sycl::host_accessor(b, sycl::read_only).get_pointer(), data.data());
    EXPECT_EQ(b.get_property<sycl::property::buffer::context_bound>().get_context(), c);
    EXPECT_EQ(b.size(), odd);
    EXPECT_EQ(b.byte_size(), odd * sizeof(int));
    const sycl::buffer<int> copy = b;
    EXPECT_EQ(copy, b);
    EXPECT_NE(copy, sycl::buffer<int>(odd));
    EXPECT_EQ((std::unordered_set<sycl::buffer<int>>{b, copy}.size()), 1u);
}

TEST(Buffer, HasPartsAndOtherTypes) {
    std::vector<int> data = random_numbers(6 * 8 * 10);
    const std::vector<int> before = data;
    {
        sycl::buffer<int, 3> b(data.data(), {6, 8, 10});
        sycl::buffer<int, 3> part(b, {2, 0, 0}, {3, 8, 10});
        EXPECT_TRUE(part.is_sub_buffer());
        increment(part);
        sycl::buffer<int, 3> row(b, {5, 7, 3}, {1, 1, 7});
        increment(row);
        EXPECT_THROW((sycl::buffer<int, 3>(b, {0, 0, 1}, {1, 2, 9})), ndweave::exception);
        EXPECT_THROW((sycl::buffer<int, 3>(b, {5, 0, 0}, {2, 8, 10})), ndweave::exception);
        sycl::buffer<unsigned short, 2> halves = b.reinterpret<unsigned short>(sycl::range<2>(2, 480));
        EXPECT_EQ(halves.byte_size(), b.byte_size());
        EXPECT_EQ((b.reinterpret<char, 1>().size()), b.byte_size());
        EXPECT_EQ(b.reinterpret<float>(sycl::range<1>(480)).size(), 480u);
        EXPECT_THROW(b.reinterpret<char>(sycl::range<1>(5)), ndweave::exception);
        const sycl::host_accessor shown(halves, sycl::read_only);
        EXPECT_EQ(static_cast<int>(shown[0][0]) + static_cast<int>(shown[0][1]) * 65536, before[0]);
    }
    for (int i = 0; i < 480; ++i) {
        const bool is_part = i >= 160 && i < 400, is_row = i >= 473;
        ASSERT_EQ(data[static_cast<std::size_t>(i)], before[static_cast<std::size_t>(i)] + (is_part || is_row)) << i;
    }
}

TEST(Buffer, OfNothing) {
    sycl::buffer<int> b(sycl::range<1>(0));
    increment(b);
    EXPECT_EQ(sycl::host_accessor(b).size(), 0u);
}

TEST(Buffer, IsWaitedForWhenItEndsInUse) {
    std::vector<int> data(1000, 1);
    sycl::queue q(sycl::device(ndweave::device("cpu")), {sycl::property::queue::asynchronous()});
    for (int turn = 0; turn < 20; ++turn) {
        sycl::buffer<int> b(data);
        q.submit([&](sycl::handler& h) {
            sycl::accessor a(b, h);
            h.parallel_for(b.get_range(), [=](sycl::id<1> i) { a[i] *= 3; });
        });
        q.submit([&](sycl::handler& h) {
            sycl::accessor a(b, h, sycl::range<1>(500), sycl::id<1>(500));
            h.parallel_for(500, [=](sycl::id<1> i) { a[i] %= 1001; });
        });
    }
    int expected = 1, other = 1;
    for (int turn = 0; turn < 20; ++turn) {
        expected = static_cast<int>(static_cast<unsigned>(expected) * 3u);
        other = other * 3 % 1001;
    }
    EXPECT_EQ(data[0], expected);
    EXPECT_EQ(data[999], other);
}

}  // namespace

// async_work_group_copy of groups and nd_items, in all directions and forms (SYCL 2020, 4.9.1.7).
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include <sycl/sycl.hpp>

namespace {

constexpr std::size_t groups = 7, items = 24, tile = 61;  // more than one element a work-item, and not as many for all

std::vector<float> random_numbers(std::size_t count) {
    std::mt19937 random(std::random_device{}());
    std::vector<float> numbers(count);
    for (float& n : numbers) n = static_cast<float>(random() % 4096);
    return numbers;
}

using sycl::access::address_space;
using sycl::access::decorated;

/// Every group copies its tile to local memory and, turned round, back.
template <decorated Decorated, class Copier>
std::vector<float> turned_by_groups(const std::vector<float>& numbers, Copier copier) {
    std::vector<float> turned(numbers.size());
    sycl::queue q;
    sycl::buffer<float> in(numbers.data(), numbers.size()), out(turned);
    q.submit([&](sycl::handler& h) {
        sycl::accessor from(in, h, sycl::read_only);
        sycl::accessor to(out, h, sycl::write_only);
        sycl::local_accessor<float> copied(tile, h), result(tile, h);
        h.parallel_for(sycl::nd_range<1>(groups * items, items), [=](sycl::nd_item<1> it) {
            const auto source = sycl::address_space_cast<address_space::global_space, Decorated, const float>(
                &from[it.get_group(0) * tile]);
            const auto target =
                sycl::address_space_cast<address_space::global_space, Decorated, float>(&to[it.get_group(0) * tile]);
            const auto waits = [&] {
                if constexpr (std::is_same_v<Copier, sycl::group<1>*>) {
                    return it.get_group();
                } else {
                    return it;
                }
            }();
            sycl::device_event arrived =
                waits.async_work_group_copy(copied.template get_multi_ptr<Decorated>(), source, tile);
            arrived.wait();
            for (std::size_t k = it.get_local_id(0); k < tile; k += items) result[tile - 1 - k] = copied[k];
            sycl::group_barrier(it.get_group());
            waits.wait_for(waits.async_work_group_copy(target, result.template get_multi_ptr<Decorated>(), tile));
        });
    });
    q.wait();
    out = sycl::buffer<float>(1);  // writes back
    return turned;
}

std::vector<float> turned_by_host(const std::vector<float>& numbers) {
    std::vector<float> turned(numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) turned[i] = numbers[i / tile * tile + tile - 1 - i % tile];
    return turned;
}

TEST(GroupCopy, ToLocalMemoryAndBack) {
    const std::vector<float> numbers = random_numbers(groups * tile);
    EXPECT_EQ((turned_by_groups<decorated::yes>(numbers, static_cast<sycl::group<1>*>(nullptr))),
              turned_by_host(numbers));
    EXPECT_EQ((turned_by_groups<decorated::no>(numbers, static_cast<sycl::nd_item<1>*>(nullptr))),
              turned_by_host(numbers));
}

TEST(GroupCopy, StridesAreThoseOfGlobalMemory) {
    constexpr std::size_t rows = 19, columns = 33, stride = columns;
    const std::vector<float> numbers = random_numbers(rows * columns);
    std::vector<float> transposed(rows * columns);
    {
        sycl::queue q;
        sycl::buffer<float, 2> in(numbers.data(), sycl::range<2>(rows, columns));
        sycl::buffer<float, 1> out(transposed);
        q.submit([&](sycl::handler& h) {
            sycl::accessor from(in, h, sycl::read_only);
            sycl::accessor to(out, h, sycl::write_only, sycl::no_init);
            sycl::local_accessor<float> column(rows, h);
            h.parallel_for(sycl::nd_range<2>({columns, 16}, {1, 16}), [=](sycl::nd_item<2> it) {
                const sycl::group<2> g = it.get_group();
                const std::size_t c = it.get_group(0);
                sycl::global_ptr<const float> first(&from[0][c]);
                sycl::local_ptr<float> local = column.get_pointer();
                g.async_work_group_copy(local, first, rows, stride).wait();
                // Columns stay columns, in the opposite order.
                sycl::global_ptr<float> target(&to[columns - 1 - c]);
                g.wait_for(it.async_work_group_copy(target, sycl::local_ptr<const float>(local), rows, stride));
            });
        });
    }
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < columns; ++c)
            ASSERT_EQ(transposed[r * columns + columns - 1 - c], numbers[r * columns + c]) << r << ' ' << c;
    }
}

TEST(GroupCopy, SeveralAreWaitedForTogether) {
    constexpr std::size_t n = 50;
    const std::vector<float> a = random_numbers(n), b = random_numbers(n);
    std::vector<float> sum(n);
    {
        sycl::queue q;
        sycl::buffer<float> a_buffer(a.data(), n), b_buffer(b.data(), n), sum_buffer(sum);
        q.submit([&](sycl::handler& h) {
            sycl::accessor first(a_buffer, h, sycl::read_only), second(b_buffer, h, sycl::read_only);
            sycl::accessor to(sum_buffer, h, sycl::write_only);
            sycl::local_accessor<float> x(n, h), y(n, h);
            h.parallel_for(sycl::nd_range<1>(64, 64), [=](sycl::nd_item<1> it) {
                const auto one = it.async_work_group_copy(&x[0], &first[0], n);  // plain pointers
                const auto two = it.async_work_group_copy(y.get_multi_ptr<decorated::no>(),
                                                          second.get_multi_ptr<decorated::no>(), n);
                it.wait_for(one, two);
                const std::size_t i = it.get_local_id(0);
                if (i < n) to[i] = x[n - 1 - i] + y[i];
            });
        });
    }
    for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(sum[i], a[n - 1 - i] + b[i]);
}

}  // namespace

// The members of sub_group that sycl_ext_oneapi_sub_group names: shuffles, loads and stores.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include <sycl/sycl.hpp>

namespace {

constexpr std::size_t groups = 6, items = 128;

std::vector<float> random_numbers(std::size_t count) {
    std::mt19937 random(std::random_device{}());
    std::vector<float> numbers(count);
    for (float& n : numbers) n = static_cast<float>(random() % 4096);
    return numbers;
}

struct lane {
    std::uint32_t id, first, size;  // `first`: the launch's number of the sub-group's first work-item
    float reversed, down, up, crossed;
};

TEST(SubGroupMembers, ShufflesAreTheFreeFunctions) {
    sycl::queue q;
    const std::vector<float> numbers = random_numbers(groups * items);
    std::vector<lane> lanes(numbers.size());
    {
        sycl::buffer<float> in(numbers.data(), numbers.size());
        sycl::buffer<lane> out(lanes);
        q.submit([&](sycl::handler& h) {
            sycl::accessor x(in, h, sycl::read_only);
            sycl::accessor to(out, h, sycl::write_only);
            h.parallel_for(sycl::nd_range<1>(groups * items, items), [=](sycl::nd_item<1> it) {
                const sycl::sub_group sg = it.get_sub_group();
                const std::size_t i = it.get_global_id(0);
                const std::uint32_t id = sg.get_local_linear_id(), size = sg.get_local_linear_range();
                sg.barrier();
                const float reversed = sg.shuffle(x[i], size - 1 - id), down = sg.shuffle_down(x[i], 1);
                const float up = sg.shuffle_up(x[i], 1), crossed = sg.shuffle_xor(x[i], 1);
                to[i] = {id, static_cast<std::uint32_t>(i - id), size, reversed, down, up, crossed};
            });
        });
    }
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const lane& l = lanes[i];
        ASSERT_EQ(l.reversed, numbers[l.first + l.size - 1 - l.id]);
        if (l.id + 1 < l.size) {
            ASSERT_EQ(l.down, numbers[i + 1]);
        }
        if (l.id > 0) {
            ASSERT_EQ(l.up, numbers[i - 1]);
        }
        if ((l.id ^ 1) < l.size) {
            ASSERT_EQ(l.crossed, numbers[l.first + (l.id ^ 1)]);
        }
    }
}

/// Every sub-group loads its part of a tile and stores it plus one, by pointers and multi_ptr, of values and vectors.
TEST(SubGroupMembers, LoadsAndStores) {
    sycl::queue q;
    const std::vector<float> numbers = random_numbers(4 * groups * items);
    std::vector<float> ones(numbers.size()), twos(numbers.size());
    {
        sycl::buffer<float> in(numbers.data(), numbers.size()), one(ones), two(twos);
        q.submit([&](sycl::handler& h) {
            sycl::accessor x(in, h, sycl::read_only);
            sycl::accessor by_one(one, h, sycl::write_only), by_two(two, h, sycl::write_only);
            sycl::local_accessor<float> tile(4 * items, h);
            h.parallel_for(sycl::nd_range<1>(groups * items, items), [=](sycl::nd_item<1> it) {
                const sycl::sub_group sg = it.get_sub_group();
                const std::size_t size = sg.get_max_local_range()[0], group = 4 * items * it.get_group(0);
                const std::size_t first = 4 * size * sg.get_group_linear_id();
                const float* const from = &x[group] + first;
                for (std::size_t k = 0; k < 4; ++k) {
                    const float value = sg.load(from + k * size);
                    sg.store(&by_one[group] + first + k * size, value + 1);
                }
                using sycl::access::address_space, sycl::access::decorated;
                const auto source =
                    sycl::address_space_cast<address_space::global_space, decorated::yes, const float>(from);
                const auto local =
                    sycl::address_space_cast<address_space::local_space, decorated::no, float>(&tile[first]);
                sycl::float4 v = sg.load<4>(source);
                sg.store(local, v + 2.0f);
                sycl::group_barrier(it.get_group());
                const sycl::global_ptr<float> target(&by_two[group] + first);
                sg.store(target, sg.load<2>(local));
                sg.store(target + 2 * size, sg.load<2>(local + 2 * size));
            });
        });
    }
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        ASSERT_EQ(ones[i], numbers[i] + 1) << i;
        ASSERT_EQ(twos[i], numbers[i] + 2) << i;
    }
}

}  // namespace

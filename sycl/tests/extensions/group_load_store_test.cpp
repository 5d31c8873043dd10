// sycl_ext_oneapi_group_load_store and sycl_ext_oneapi_dot_accumulate against loops of the host.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include <sycl/ext/oneapi/dot_product.hpp>
#include <sycl/ext/oneapi/experimental/group_load_store.hpp>
#include <sycl/sycl.hpp>

namespace {

namespace exp = sycl::ext::oneapi::experimental;

constexpr std::size_t groups = 5, items = 64;

std::vector<float> random_numbers(std::size_t count) {
    std::mt19937 random(std::random_device{}());
    std::vector<float> numbers(count);
    for (float& n : numbers) n = static_cast<float>(random() % 256);
    return numbers;
}

/// What `kernel(group or sub-group, its part of the input, its part of the output)` makes of `numbers`. A group has `N`
/// elements a work-item.
template <std::size_t N, bool BySubGroups, class Out, class Kernel>
std::vector<Out> run(const std::vector<float>& numbers, Kernel kernel) {
    std::vector<Out> results(numbers.size());
    sycl::queue q;
    {
        sycl::buffer<float> in(numbers.data(), numbers.size());
        sycl::buffer<Out> out(results);
        q.submit([&](sycl::handler& h) {
            sycl::accessor from(in, h, sycl::read_only);
            sycl::accessor to(out, h, sycl::write_only);
            h.parallel_for(sycl::nd_range<1>(groups * items, items), [=](sycl::nd_item<1> it) {
                std::size_t first = N * items * it.get_group(0);
                if constexpr (BySubGroups) {
                    const sycl::sub_group sg = it.get_sub_group();
                    first += N * sg.get_group_linear_id() * sg.get_max_local_range()[0];
                    kernel(sg, &from[first], &to[first]);
                } else {
                    kernel(it.get_group(), &from[first], &to[first]);
                }
            });
        });
    }
    return results;
}

template <class Out>
std::vector<Out> mapped(const std::vector<float>& numbers, int factor) {
    std::vector<Out> results;
    for (const float n : numbers) results.push_back(static_cast<Out>(factor * static_cast<int>(n) % 256));
    return results;
}

constexpr auto times = [](float x, int factor) { return factor * static_cast<int>(x) % 256; };

TEST(GroupLoadStore, SpansBlockedAndStriped) {
    constexpr std::size_t N = 3;
    const std::vector<float> numbers = random_numbers(groups * items * N);
    const auto blocked = [](auto g, const float* from, unsigned char* to) {
        float values[N];
        unsigned char results[N];
        const auto props = exp::properties{exp::data_placement_blocked, exp::contiguous_memory, exp::full_group};
        exp::group_load(g, from, sycl::span{values}, props);
        for (std::size_t k = 0; k < N; ++k) results[k] = static_cast<unsigned char>(times(values[k], 2));
        exp::group_store(g, sycl::span{results}, to, props);
    };
    const auto striped = [](auto g, const float* from, int* to) {
        double values[N];
        int results[N];
        constexpr exp::properties props{exp::data_placement<exp::data_placement_enum::striped>};
        exp::group_load(g, from, sycl::span<double, N>(values), props);
        for (std::size_t k = 0; k < N; ++k) results[k] = times(static_cast<float>(values[k]), 3);
        exp::group_store(g, sycl::span<const int, N>(results), to, props);
    };
    EXPECT_EQ((run<N, false, unsigned char>(numbers, blocked)), mapped<unsigned char>(numbers, 2));
    EXPECT_EQ((run<N, true, unsigned char>(numbers, blocked)), mapped<unsigned char>(numbers, 2));
    EXPECT_EQ((run<N, false, int>(numbers, striped)), mapped<int>(numbers, 3));
    EXPECT_EQ((run<N, true, int>(numbers, striped)), mapped<int>(numbers, 3));
}

TEST(GroupLoadStore, PlacementsAreAsTheirNamesSay) {
    constexpr std::size_t N = 2;
    std::vector<float> numbers(groups * items * N);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(i);
    const auto of_items = [](auto properties) {
        return [=](auto g, const float* from, float* to) {
            sycl::float2 v;
            exp::group_load(g, from, v, properties);
            // Blocked again, whatever it was.
            to[2 * g.get_local_linear_id()] = v.x();
            to[2 * g.get_local_linear_id() + 1] = v.y();
        };
    };
    EXPECT_EQ((run<N, false, float>(numbers, of_items(exp::properties{exp::data_placement_blocked}))), numbers);
    EXPECT_EQ((run<N, false, float>(numbers, of_items(exp::properties{}))), numbers);
    const auto striped = run<N, false, float>(numbers, of_items(exp::properties{exp::data_placement_striped}));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::size_t group = i / (N * items), item = i % (N * items) / N, k = i % N;
        ASSERT_EQ(striped[i], static_cast<float>(group * N * items + k * items + item)) << i;
    }
}

TEST(GroupLoadStore, SingleValuesVectorsAndMultiPtr) {
    const std::vector<float> numbers = random_numbers(groups * items);
    const auto single = [](auto g, const float* from, int* to) {
        float value;
        exp::group_load(g, from, value);
        exp::group_store(g, times(value, 5), to);
    };
    EXPECT_EQ((run<1, false, int>(numbers, single)), mapped<int>(numbers, 5));
    EXPECT_EQ((run<1, true, int>(numbers, single)), mapped<int>(numbers, 5));
    const std::vector<float> more = random_numbers(groups * items * 4);
    const auto vectors = [](auto g, const float* from, float* to) {
        using sycl::access::address_space, sycl::access::decorated;
        sycl::float4 v;
        exp::group_load(g, sycl::address_space_cast<address_space::global_space, decorated::no, const float>(from), v,
                        exp::properties{exp::data_placement_striped});
        exp::group_store(g, v, sycl::address_space_cast<address_space::global_space, decorated::no, float>(to),
                         exp::properties{exp::data_placement_striped});
    };
    EXPECT_EQ((run<4, false, float>(more, vectors)), more);
    EXPECT_EQ((run<4, true, float>(more, vectors)), more);
}

TEST(Properties, TellWhatTheyHave) {
    constexpr exp::properties list{exp::data_placement_striped, exp::full_group};
    using type = std::remove_const_t<decltype(list)>;
    static_assert(exp::is_property_list_v<type> && !exp::is_property_list_v<int>);
    static_assert(type::has_property<exp::data_placement_key>() && !type::has_property<exp::contiguous_memory_key>());
    static_assert(list.get_property<exp::data_placement_key>() == exp::data_placement_striped);
    static_assert(!(list.get_property<exp::data_placement_key>() == exp::data_placement_blocked));
}

/// The bytes of `x`, as numbers of the sign that `T` has.
template <class T>
std::vector<int> bytes(T x) {
    std::vector<int> found;
    for (int k = 0; k < 4; ++k) {
        const auto byte = static_cast<std::uint8_t>(static_cast<std::uint32_t>(x) >> (8 * k));
        found.push_back(std::is_signed_v<T> ? static_cast<std::int8_t>(byte) : byte);
    }
    return found;
}

template <class A, class B>
void expect_dot_products() {
    constexpr std::size_t n = 501;
    std::mt19937 random(std::random_device{}());
    std::vector<A> a(n);
    std::vector<B> b(n);
    std::vector<std::int32_t> c(n), packed(n), vectors(n);
    for (std::size_t i = 0; i < n; ++i) {
        a[i] = static_cast<A>(random());
        b[i] = static_cast<B>(random());
        c[i] = static_cast<std::int32_t>(random() % 1'000'000) - 500'000;
    }
    {
        sycl::queue q;
        sycl::buffer<A> a_buffer(a.data(), n);
        sycl::buffer<B> b_buffer(b.data(), n);
        sycl::buffer<std::int32_t> c_buffer(c.data(), n), packed_buffer(packed), vector_buffer(vectors);
        q.submit([&](sycl::handler& h) {
            sycl::accessor x(a_buffer, h, sycl::read_only);
            sycl::accessor y(b_buffer, h, sycl::read_only);
            sycl::accessor z(c_buffer, h, sycl::read_only);
            sycl::accessor to(packed_buffer, h, sycl::write_only), also(vector_buffer, h, sycl::write_only);
            h.parallel_for(sycl::range(n), [=](sycl::id<1> i) {
                using sycl::ext::oneapi::dot_acc;
                using bytes_of_a = std::conditional_t<std::is_signed_v<A>, std::int8_t, std::uint8_t>;
                using bytes_of_b = std::conditional_t<std::is_signed_v<B>, std::int8_t, std::uint8_t>;
                to[i] = dot_acc(x[i], y[i], z[i]);
                also[i] = dot_acc(sycl::bit_cast<sycl::vec<bytes_of_a, 4>>(x[i]),
                                  sycl::bit_cast<sycl::vec<bytes_of_b, 4>>(y[i]), z[i]);
            });
        });
    }
    for (std::size_t i = 0; i < n; ++i) {
        int expected = c[i];
        const std::vector<int> x = bytes(a[i]), y = bytes(b[i]);
        for (std::size_t k = 0; k < 4; ++k) expected += x[k] * y[k];
        ASSERT_EQ(packed[i], expected) << i;
        ASSERT_EQ(vectors[i], expected) << i;
    }
}

TEST(DotAccumulate, OfAllSigns) {
    expect_dot_products<std::int32_t, std::int32_t>();
    expect_dot_products<std::uint32_t, std::uint32_t>();
    expect_dot_products<std::int32_t, std::uint32_t>();
    expect_dot_products<std::uint32_t, std::int32_t>();
}

}  // namespace

#include <gtest/gtest.h>

#include <iterator>
#include <vector>

#include "sycl/sycl.hpp"

namespace {

using sycl::access::address_space;
using sycl::access::decorated;

constexpr auto global = address_space::global_space;
constexpr auto local = address_space::local_space;

// 4.7.7.1: implicit towards the generic space, const and void; explicit back; never between other spaces.
static_assert(std::is_convertible_v<sycl::raw_global_ptr<int>, sycl::raw_generic_ptr<int>>);
static_assert(std::is_convertible_v<sycl::decorated_local_ptr<int>, sycl::raw_local_ptr<const int>>);
static_assert(std::is_convertible_v<sycl::raw_local_ptr<int>, sycl::decorated_local_ptr<int>>);
static_assert(std::is_convertible_v<sycl::raw_local_ptr<int>, sycl::raw_local_ptr<void>>);
static_assert(std::is_convertible_v<sycl::global_ptr<int>, sycl::global_ptr<const void>>);
static_assert(std::is_convertible_v<sycl::global_ptr<int>, int*>);
static_assert(std::is_convertible_v<int*, sycl::global_ptr<int>>);
static_assert(!std::is_convertible_v<int*, sycl::raw_global_ptr<int>>);
static_assert(std::is_constructible_v<sycl::raw_global_ptr<int>, int*>);
static_assert(!std::is_convertible_v<sycl::raw_generic_ptr<int>, sycl::raw_local_ptr<int>>);
static_assert(std::is_constructible_v<sycl::raw_local_ptr<int>, sycl::raw_generic_ptr<int>>);
static_assert(!std::is_constructible_v<sycl::raw_local_ptr<int>, sycl::raw_global_ptr<int>>);
static_assert(!std::is_constructible_v<sycl::raw_global_ptr<int>, sycl::raw_global_ptr<const int>>);
static_assert(!std::is_convertible_v<sycl::raw_global_ptr<void>, sycl::raw_global_ptr<int>>);
static_assert(std::is_constructible_v<sycl::raw_global_ptr<int>, sycl::raw_global_ptr<void>>);
static_assert(!std::is_constructible_v<sycl::raw_global_ptr<int>, sycl::raw_global_ptr<const void>>);
static_assert(std::is_same_v<sycl::remove_decoration_t<sycl::decorated_global_ptr<int>::pointer>, int*>);
static_assert(std::is_trivially_copyable_v<sycl::global_ptr<int>> && sizeof(sycl::global_ptr<int>) == sizeof(int*));

template <decorated D>
void walks() {
    int numbers[5] = {1, 2, 3, 4, 5};
    using pointer = sycl::multi_ptr<int, global, D>;
    pointer p(numbers);
    EXPECT_EQ(*p, 1);
    EXPECT_EQ(*++p, 2);
    EXPECT_EQ(*p++, 2);
    EXPECT_EQ(*p--, 3);
    EXPECT_EQ(*--p, 1);
    p += 3;
    EXPECT_EQ(*p, 4);
    p -= 2;
    EXPECT_EQ(p[2], 4);
    EXPECT_EQ(*(p + 1), 3);
    EXPECT_EQ(*(1 + p), 3);
    EXPECT_EQ(*(p - 1), 1);
    EXPECT_EQ((p + 3) - p, 3);
    EXPECT_EQ(p.get(), numbers + 1);
    EXPECT_EQ(p.get_raw(), numbers + 1);
    EXPECT_EQ(p.get_decorated(), numbers + 1);
    p.prefetch(2);
    const pointer first(numbers), second(numbers + 1), null;
    EXPECT_TRUE(first < second && first <= second && second > first && second >= first && first != second);
    EXPECT_TRUE(first == pointer(numbers));
    EXPECT_TRUE(null == nullptr && nullptr == null && first != nullptr && nullptr < first && first > nullptr);
    EXPECT_FALSE(null < nullptr);
    p = nullptr;
    EXPECT_EQ(p.get_raw(), nullptr);
}

TEST(MultiPtr, WalksAndCompares) {
    walks<decorated::yes>();
    walks<decorated::no>();
    walks<decorated::legacy>();
}

/// What accessors of buffers are to a multi_ptr.
struct global_elements {
    template <decorated D>
    sycl::global_ptr<const int, D> get_multi_ptr() const {
        return sycl::global_ptr<const int, D>(first);
    }
    const int* first;
};
static_assert(std::is_constructible_v<sycl::raw_global_ptr<const int>, global_elements>);
static_assert(std::is_constructible_v<sycl::raw_generic_ptr<const int>, global_elements>);
static_assert(std::is_constructible_v<sycl::constant_ptr<const int>, global_elements>);
static_assert(!std::is_constructible_v<sycl::raw_local_ptr<const int>, global_elements>);
static_assert(!std::is_constructible_v<sycl::raw_global_ptr<int>, global_elements>);

TEST(MultiPtr, TakesTheElementsOfAccessors) {
    const int numbers[] = {3, 4};
    const sycl::multi_ptr p(global_elements{numbers});
    static_assert(std::is_same_v<decltype(p), const sycl::raw_global_ptr<const int>>);
    EXPECT_EQ(p[1], 4);
}

TEST(MultiPtr, ConvertsBetweenSpacesAndElements) {
    int number = 7;
    const auto from = sycl::address_space_cast<global, decorated::yes>(&number);
    static_assert(std::is_same_v<decltype(from), const sycl::decorated_global_ptr<int>>);
    sycl::raw_generic_ptr<const int> anywhere = from;
    EXPECT_EQ(*anywhere, 7);
    const sycl::global_ptr<const int> back(anywhere);
    EXPECT_EQ(back.get(), &number);
    sycl::raw_global_ptr<void> nothing = from;
    EXPECT_EQ(*static_cast<sycl::raw_global_ptr<int>>(nothing), 7);
    anywhere = nullptr;
    anywhere = from;
    EXPECT_EQ(*anywhere, 7);
    EXPECT_EQ((*sycl::make_ptr<int, global>(&number)), 7);
    EXPECT_EQ((sycl::make_ptr<int, local, decorated::no>(&number).get()), &number);
    EXPECT_EQ(*sycl::ext::oneapi::experimental::static_address_space_cast<global>(&number), 7);
    EXPECT_EQ((*sycl::address_space_cast<global, decorated::no>(sycl::raw_generic_ptr<int>(&number))), 7);
    struct pair {
        int first, second;
    } both{1, 2};
    EXPECT_EQ(sycl::private_ptr<pair>(&both)->second, 2);
}

/// Takes what programs hand to their functions.
int sum(const int* values, int n) {
    int total = 0;
    for (int i = 0; i < n; ++i) total += values[i];
    return total;
}

TEST(LocalAccessor, IsSeenThroughPointersOfEveryKind) {
    constexpr int n = 24, groups = 5;
    sycl::queue q;
    int* const out = sycl::malloc_shared<int>(groups * n, q);
    q.submit([&](sycl::handler& h) {
         const sycl::local_accessor<int, 1> line(sycl::range<1>(n), h);
         const sycl::local_accessor<int, 2> table(sycl::range<2>(4, n), h);
         const sycl::local_accessor<int, 0> one(h);
         h.parallel_for(sycl::nd_range<1>(groups * n, n), [=](sycl::nd_item<1> it) {
             const int i = static_cast<int>(it.get_local_id(0)), group = static_cast<int>(it.get_group(0));
             line[i] = i + group;
             for (int k = 0; k < 4; ++k) table[k][i] = 100 * k + i;
             if (i == 0) one = 1000 * group;
             sycl::group_barrier(it.get_group());
             const sycl::raw_local_ptr<int> p = line.get_multi_ptr<decorated::no>();
             const sycl::local_ptr<const int> q(line);
             const int* const raw = line.get_pointer();
             const int other = (i + 1) % n;
             int result = p[other] + q[other] + raw[other] + *(line.begin() + other) + *(line.rend() - 1 - other);
             result += table.get_multi_ptr<decorated::yes>()[3 * n + i] + table[sycl::id<2>(1, i)] + one;
             result += sum(line.get_pointer(), n);
             out[it.get_global_linear_id()] = result;
         });
     }).wait();
    for (int group = 0; group < groups; ++group) {
        for (int i = 0; i < n; ++i) {
            const int expected =
                5 * ((i + 1) % n + group) + 300 + i + 100 + i + 1000 * group + n * (n - 1) / 2 + n * group;
            EXPECT_EQ(out[group * n + i], expected) << group << ", " << i;
        }
    }
    sycl::free(out, q);
}

TEST(LocalAccessor, HasSizesAndMayHoldNothing) {
    const sycl::local_accessor<float, 2> none;
    EXPECT_TRUE(none.empty());
    EXPECT_EQ(none.byte_size(), 0u);
    const sycl::local_accessor<double, 0> nothing;
    EXPECT_TRUE(nothing.empty());
    sycl::queue q;
    q.submit([&](sycl::handler& h) {
        sycl::local_accessor<float, 3> a(sycl::range<3>(2, 3, 4), h), b(sycl::range<3>(1, 1, 1), h);
        const sycl::local_accessor<float, 3> copy = a;
        EXPECT_TRUE(copy == a);
        EXPECT_FALSE(a == b);
        a.swap(b);
        EXPECT_TRUE(copy == b);
        EXPECT_EQ(b.size(), 24u);
        EXPECT_EQ(b.byte_size(), 96u);
        EXPECT_EQ(b.get_range(), sycl::range<3>(2, 3, 4));
        h.parallel_for(sycl::nd_range<1>(1, 1), [](sycl::nd_item<1>) {});
    });
    q.wait();
}

}  // namespace

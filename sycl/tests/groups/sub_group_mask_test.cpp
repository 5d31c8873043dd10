// sub_group_mask and group_ballot on the device, and the mask's operations against std::bitset.
#include <gtest/gtest.h>

#include <bitset>
#include <random>
#include <vector>

#include <sycl/sycl.hpp>

namespace {

using sycl::ext::oneapi::group_ballot;
using sycl::ext::oneapi::sub_group_mask;

TEST(SubGroupMask, BallotsAreOfTheWorkItemsOfTheSubGroup) {
    sycl::queue q;
    std::mt19937 random(std::random_device{}());
    constexpr std::size_t groups = 5, items = 75;  // the last sub-group is a part
    std::vector<int> votes(groups * items);
    for (int& vote : votes) vote = static_cast<int>(random() % 2);
    int* const in = sycl::malloc_shared<int>(votes.size(), q);
    auto* const out = sycl::malloc_shared<std::uint64_t>(votes.size(), q);
    auto* const where = sycl::malloc_shared<sycl::uint2>(votes.size(), q);
    std::copy(votes.begin(), votes.end(), in);
    q.parallel_for(sycl::nd_range<1>(groups * items, items), [=](sycl::nd_item<1> it) {
         const std::size_t i = it.get_global_id(0);
         const sycl::sub_group sg = it.get_sub_group();
         std::uint64_t bits = 0;
         group_ballot(sg, in[i] != 0).extract_bits(bits);
         out[i] = bits;
         where[i] = {sg.get_local_linear_id(), sg.get_local_linear_range()};
     }).wait();
    for (std::size_t i = 0; i < votes.size(); ++i) {
        std::uint64_t expected = 0;
        const std::size_t first = i - where[i].x();
        for (std::size_t k = 0; k < where[i].y(); ++k) expected |= std::uint64_t(votes[first + k]) << k;
        ASSERT_EQ(out[i], expected) << i;
    }
    sycl::free(in, q);
    sycl::free(out, q);
    sycl::free(where, q);
}

TEST(SubGroupMask, OperationsAreThoseOfBits) {
    std::mt19937_64 random(std::random_device{}());
    for (const std::uint32_t size : {1u, 16u, 32u, 64u}) {
        const std::uint64_t full = size < 64 ? (std::uint64_t{1} << size) - 1 : ~std::uint64_t{0};
        for (int n = 0; n < 200; ++n) {
            const std::uint64_t a = random() & full, b = random() & full;
            const sub_group_mask x(a, size), y(b, size);
            const std::size_t at = random() % size;
            ASSERT_EQ(x.count(), std::bitset<64>(a).count());
            ASSERT_EQ(x & y, sub_group_mask(a & b, size));
            ASSERT_EQ(x | y, sub_group_mask(a | b, size));
            ASSERT_EQ(x ^ y, sub_group_mask(a ^ b, size));
            ASSERT_EQ(~x, sub_group_mask(~a, size));
            ASSERT_EQ(x << at, sub_group_mask(a << at, size));
            ASSERT_EQ(x >> at, sub_group_mask(a >> at, size));
            ASSERT_EQ(x.test(at), (a >> at & 1) != 0);
            ASSERT_EQ(x.any(), a != 0);
            ASSERT_EQ(x.all(), a == full);
            std::size_t low = 0, high = size;
            while (low < size && !(a >> low & 1)) ++low;
            for (std::size_t k = 0; k < size; ++k) {
                if (a >> k & 1) high = k;
            }
            ASSERT_EQ(x.find_low()[0], low);
            ASSERT_EQ(x.find_high()[0], high);
            sub_group_mask z = x;
            z[at] = !z[at];
            ASSERT_EQ(z, sub_group_mask(a ^ std::uint64_t{1} << at, size));
            std::uint16_t part = 0;
            x.extract_bits(part, at);
            ASSERT_EQ(part, static_cast<std::uint16_t>(a >> at));
            z = x;
            z.insert_bits(static_cast<std::uint8_t>(b), at);
            const std::uint64_t place = std::uint64_t{0xff} << at;
            ASSERT_EQ(z, sub_group_mask((a & ~place) | (b << at & place), size));
        }
    }
}

}  // namespace

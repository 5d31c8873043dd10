// Names that programs find in <sycl/sycl.hpp> without asking, and conversions of half that are not ambiguous.
#include <gtest/gtest.h>

#include <sycl/sycl.hpp>

struct counted {
    int n;
};
template <>
struct sycl::is_device_copyable<counted> : std::true_type {};

SYCL_EXTERNAL int twice(int x) { return 2 * x; }

TEST(Names, AreThereWithoutMore) {
    EXPECT_EQ(sycl::bit_cast<std::uint32_t>(1.0f), 0x3f800000u);
    EXPECT_EQ(sycl::ext::oneapi::plus<>()(2, 3), 5);
    EXPECT_EQ(sycl::ext::oneapi::maximum<float>()(2, 3), 3.0f);
    EXPECT_TRUE(sycl::is_device_copyable_v<counted>);
    EXPECT_FALSE(sycl::is_device_copyable_v<std::vector<int>>);
    const int numbers[] = {1, 2, 3};
    EXPECT_EQ(sycl::span<const int>(numbers).size(), 3u);
    std::cout.flush();
    assert(twice(2) == 4);
}

TEST(Names, NumbersOfEveryTypeBecomeHalf) {
    EXPECT_EQ(static_cast<float>(static_cast<sycl::half>(3)), 3.0f);
    EXPECT_EQ(static_cast<float>(static_cast<sycl::half>(2.5)), 2.5f);
    EXPECT_EQ(static_cast<float>(sycl::half('a')), 97.0f);
    EXPECT_EQ(static_cast<float>(sycl::half(std::size_t{8})), 8.0f);
    sycl::half x = 1;
    x = x + sycl::half(1.5f);
    EXPECT_EQ(static_cast<float>(-x), -2.5f);
}

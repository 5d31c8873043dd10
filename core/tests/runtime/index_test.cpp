/// Arithmetic of ids and ranges as kernels write it.
#include <gtest/gtest.h>

#include "ndweave/item.hpp"

namespace ndweave {
namespace {

TEST(Index, OneDimensionalIdsAreNumbersOnEitherSide) {
    const id<1> i(6);
    const int m = 6;
    const std::size_t n = 10;
    EXPECT_TRUE(i == 6 && 6 == i && i == m && i != n - 1 && i % 2 == 0 && (i & 1) == 0);
    EXPECT_TRUE(i > 0 && i < n && i + 1 <= n);
    EXPECT_EQ(2 * i + 1, 13);
    EXPECT_EQ(n - i - 1, 3);
    EXPECT_EQ(100 / i, 16);
    EXPECT_EQ(1u << i, 64);
    EXPECT_EQ(i << 2, 24);
    EXPECT_EQ(i ^ m, 0);
    EXPECT_EQ(0.5 * i, 3.0);
    EXPECT_EQ(i * 0.5f + 1.0f * i, 9.0f);
    const int values[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};
    EXPECT_EQ(values[2 * i + 1], 14);
}

TEST(Index, OperatorsWorkElementByElement) {
    id<3> i(7, 8, 9);
    EXPECT_EQ(i + id<3>(1, 2, 3), id<3>(8, 10, 12));
    EXPECT_EQ(10 - i, id<3>(3, 2, 1));
    EXPECT_EQ(i % 4, id<3>(3, 0, 1));
    EXPECT_EQ((i | 1) >> 1, id<3>(3, 4, 4));
    i += 1;
    i *= id<3>(1, 2, 3);
    EXPECT_EQ(i, id<3>(8, 18, 30));
    range<2> r = 2 * range<2>(3, 4);
    r /= 3;
    EXPECT_EQ(r, range<2>(2, 2));
    EXPECT_NE(r, range<2>(2, 3));
}

}  // namespace
}  // namespace ndweave

// What tells one variant of a kernel from another.
#include "runtime/kernel/kernel_variant.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>

namespace ndweave::detail {
namespace {

TEST(KernelVariant, DiffersInEveryField) {
    using numbers = std::array<std::uint32_t, sizeof(ndw_kernel_variant) / sizeof(std::uint32_t)>;
    const ndw_kernel_variant one{NDW_TARGET_PTX, NDW_KERNEL_ND_RANGE, 3, {32, 4, 2}, 0, NDW_COMPILE_FAST_MATH, 32, 16};
    EXPECT_EQ(one, ndw_kernel_variant(one));
    EXPECT_EQ(hash_of(one), hash_of(ndw_kernel_variant(one)));
    for (std::size_t field = 0; field < numbers().size(); ++field) {
        auto changed = std::bit_cast<numbers>(one);
        changed[field] ^= 1;
        const auto other = std::bit_cast<ndw_kernel_variant>(changed);
        EXPECT_NE(one, other) << "field " << field;
        EXPECT_NE(hash_of(one), hash_of(other)) << "field " << field;
    }
}

TEST(KernelVariant, IsOfItsKernel) {
    kernel_record record{};
    record.kind = kernel_kind::nd_range;
    record.dimensions = 2;
    const ndw_kernel_variant variant = variant_of(record);
    EXPECT_EQ(variant.kind, static_cast<std::uint32_t>(NDW_KERNEL_ND_RANGE));
    EXPECT_EQ(variant.dimensions, 2u);
}

}  // namespace
}  // namespace ndweave::detail

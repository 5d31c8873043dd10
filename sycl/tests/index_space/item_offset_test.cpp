/// Ranges whose indices begin at an offset, which SYCL 2020 has deprecated (4.9.1.4).
#include <gtest/gtest.h>

#include <sycl/sycl.hpp>

namespace {

TEST(ItemOffset, ItemsKnowIt) {
    const sycl::range<2> extent(5, 9);
    const sycl::id<2> offset(3, 11);
    struct seen {
        sycl::id<2> id, offset;
        sycl::range<2> range{0, 0};
    };
    sycl::queue q;
    if (!q.get_device().has(sycl::aspect::usm_shared_allocations)) GTEST_SKIP() << "no shared memory";
    seen* const all = sycl::malloc_shared<seen>(extent.size(), q);
    q.submit([&](sycl::handler& h) {
        h.parallel_for(extent, offset, [=](sycl::item<2> it) {
            const sycl::id<2> from_0 = it.get_id() - it.get_offset();
            all[from_0[0] * extent[1] + from_0[1]] = {it.get_id(), it.get_offset(), it.get_range()};
        });
    });
    q.wait();
    for (std::size_t row = 0; row < extent[0]; ++row) {
        for (std::size_t x = 0; x < extent[1]; ++x) {
            const seen& one = all[row * extent[1] + x];
            ASSERT_EQ(one.id, sycl::id<2>(row + offset[0], x + offset[1]));
            ASSERT_EQ(one.offset, offset);
            ASSERT_EQ(one.range, extent);
        }
    }
    sycl::free(all, q);
}

TEST(ItemOffset, IsNothingElsewhere) {
    sycl::queue q;
    if (!q.get_device().has(sycl::aspect::usm_shared_allocations)) GTEST_SKIP() << "no shared memory";
    std::size_t* const begin = sycl::malloc_shared<std::size_t>(1, q);
    *begin = 77;
    q.parallel_for(sycl::range<1>(3), [=](sycl::item<1> it) {
         if (it[0] == 2) *begin = it.get_offset()[0];
     }).wait();
    EXPECT_EQ(*begin, 0u);
    sycl::free(begin, q);
}

}  // namespace

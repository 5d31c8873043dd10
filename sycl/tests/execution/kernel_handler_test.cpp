/// Kernels that take a kernel_handler, in launches of all forms (SYCL 2020, 4.9.5).
#include <gtest/gtest.h>

#include <sycl/sycl.hpp>

namespace {

constexpr sycl::specialization_id<int> factor(3);

TEST(KernelHandler, InRangesWithOffsetsAndHierarchicalKernels) {
    sycl::queue q;
    sycl::buffer<int> shifted(10), by_group(4);
    q.submit([&](sycl::handler& h) {
        h.set_specialization_constant<factor>(5);
        sycl::accessor out(shifted, h, sycl::write_only);
        h.parallel_for(sycl::range<1>(6), sycl::id<1>(4), [=](sycl::item<1> it, sycl::kernel_handler k) {
            out[it] = static_cast<int>(it.get_id(0)) * k.get_specialization_constant<factor>();
        });
    });
    q.submit([&](sycl::handler& h) {
        sycl::accessor out(by_group, h, sycl::write_only);
        h.parallel_for_work_group(sycl::range<1>(4), sycl::range<1>(8), [=](sycl::group<1> g, sycl::kernel_handler k) {
            int seen[8];
            g.parallel_for_work_item(
                [&](sycl::h_item<1> it) { seen[it.get_local_id(0)] = static_cast<int>(it.get_global_id(0)); });
            out[g.get_group_id(0)] = (seen[0] + seen[7]) * k.get_specialization_constant<factor>();
        });
    });
    const sycl::host_accessor a(shifted), b(by_group);
    for (int i = 4; i < 10; ++i) EXPECT_EQ(a[i], 5 * i);
    for (int g = 0; g < 4; ++g) EXPECT_EQ(b[g], 3 * (16 * g + 7));
}

TEST(KernelHandler, WorkItemsOfGroupsAreEqualToThemselves) {
    sycl::queue q;
    sycl::buffer<int> equal(1);
    q.submit([&](sycl::handler& h) {
        sycl::accessor out(equal, h, sycl::write_only);
        h.parallel_for_work_group(sycl::range<1>(1), sycl::range<1>(4), [=](sycl::group<1> g) {
            int pairs = 0;
            g.parallel_for_work_item([&](sycl::h_item<1> a) {
                if (a.get_local_id(0) == 0) pairs = 0;
            });
            g.parallel_for_work_item([&](sycl::h_item<1> a) {
                if (a.get_local_id(0) == 2) pairs = (a == a) + 10 * (a != a);
            });
            out[0] = pairs;
        });
    });
    const sycl::host_accessor result(equal);
    EXPECT_EQ(result[0], 1);
}

}  // namespace

/// The work-item that calls, and parts of sub-groups under SYCL's names.
#include <gtest/gtest.h>

#include <vector>

#include <sycl/sycl.hpp>

namespace {

namespace oneapi = sycl::ext::oneapi;

/// A function that is not given its work-item.
int place() {
    const auto it = oneapi::this_work_item::get_nd_item<2>();
    const auto g = oneapi::this_work_item::get_work_group<2>();
    return static_cast<int>(it.get_global_id(0) * 1000 + it.get_global_id(1)) + (g == it.get_group() ? 0 : 1) +
           (oneapi::experimental::this_nd_item<2>() == it ? 0 : 1);
}

TEST(FreeFunctionQueries, GiveTheWorkItem) {
    sycl::queue q;
    constexpr std::size_t n = 12, m = 40;
    int* const out = sycl::malloc_shared<int>(n * m, q);
    q.parallel_for(sycl::nd_range<2>({n, m}, {4, 8}), [=](sycl::nd_item<2> it) {
         out[it.get_global_linear_id()] = place();
     }).wait();
    for (std::size_t i = 0; i < n * m; ++i) ASSERT_EQ(out[i], static_cast<int>(i / m * 1000 + i % m)) << i;
    sycl::free(out, q);
}

TEST(FreeFunctionQueries, GiveTheSubGroup) {
    sycl::queue q;
    int* const out = sycl::malloc_shared<int>(128, q);
    q.parallel_for(sycl::nd_range<1>(128, 64), [=](sycl::nd_item<1> it) {
         const auto mine = oneapi::this_work_item::get_sub_group();
         const auto same = it.get_sub_group();
         out[it.get_global_id(0)] = mine.get_local_linear_id() == same.get_local_linear_id() &&
                                            mine.get_group_linear_id() == same.get_group_linear_id() &&
                                            mine.get_local_range() == same.get_local_range() &&
                                            mine.get_group_linear_range() == same.get_group_linear_range()
                                        ? 1
                                        : 0;
     }).wait();
    for (int i = 0; i < 128; ++i) ASSERT_EQ(out[i], 1) << i;
    sycl::free(out, q);
}

TEST(NonUniformGroups, HaveSyclsNames) {
    sycl::queue q;
    if (!q.get_device().has(sycl::aspect::ext_oneapi_ballot_group)) GTEST_SKIP() << "the device has none";
    int* const out = sycl::malloc_shared<int>(64, q);
    q.parallel_for(sycl::nd_range<1>(64, 64), [=](sycl::nd_item<1> it) {
         const auto sg = it.get_sub_group();
         const bool odd = sg.get_local_linear_id() % 2 != 0;
         const auto part = oneapi::experimental::get_ballot_group(sg, odd);
         const auto four = oneapi::experimental::get_fixed_size_group<4>(sg);
         const int sum = sycl::reduce_over_group(part, odd ? 100 : 1, sycl::plus<>());
         out[it.get_global_id(0)] = sum / static_cast<int>(part.get_local_linear_range()) * 10 +
                                    static_cast<int>(four.get_local_linear_range());
     }).wait();
    for (int i = 0; i < 64; ++i) ASSERT_EQ(out[i], i % 2 != 0 ? 1004 : 14) << i;
    sycl::free(out, q);
}

}  // namespace

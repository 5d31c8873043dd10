/// SYCL 1.2.1's header and namespace (SYCL 2020, 4.3).
#include <gtest/gtest.h>

#include <type_traits>

#include <CL/sycl.hpp>

namespace {

TEST(Header, OfSycl121HasItsNamespace) {
    static_assert(std::is_same_v<cl::sycl::queue, sycl::queue>);
    cl::sycl::queue q;
    cl::sycl::buffer<int, 1> b{cl::sycl::range<1>(77)};
    q.submit([&](cl::sycl::handler& h) {
        auto a = b.get_access<cl::sycl::access::mode::discard_write>(h);
        h.parallel_for<class of_sycl_121>(cl::sycl::range<1>(77),
                                          [=](cl::sycl::id<1> i) { a[i] = 3 * static_cast<int>(i[0]); });
    });
    const auto a = b.get_access<cl::sycl::access::mode::read>();
    for (int i = 0; i < 77; ++i) ASSERT_EQ(a[i], 3 * i);
}

}  // namespace

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

/// Of the standard library's classes (SYCL 1.2.1, 4.2).
TEST(Header, NamesOfSycl121AreThere) {
    const cl::sycl::vector_class<int> numbers{1, 2};
    const cl::sycl::string_class text = "text";
    const cl::sycl::function_class<int(int)> twice = [](int x) { return 2 * x; };
    const cl::sycl::shared_ptr_class<int> shared = std::make_shared<int>(3);
    const cl::sycl::unique_ptr_class<int> unique = std::make_unique<int>(4);
    const cl::sycl::weak_ptr_class<int> weak = shared;
    EXPECT_EQ(numbers.size() + text.size(), 6u);
    EXPECT_EQ(twice(*unique) + *weak.lock(), 11);
    cl::sycl::mutex_class mutex;
    mutex.lock();
    mutex.unlock();
    const cl::sycl::exception_ptr_class none;
    EXPECT_FALSE(none);
    EXPECT_EQ(cl::sycl::hash_class<int>()(5), std::hash<int>()(5));
}

TEST(Header, SelectorsOfSycl121Convert) {
    sycl::queue q{sycl::default_selector_v};
    q = cl::sycl::cpu_selector();
    EXPECT_TRUE(q.get_device().is_cpu());
    q = cl::sycl::cpu_selector{};
    EXPECT_TRUE(q.get_device().is_cpu());
}

}  // namespace

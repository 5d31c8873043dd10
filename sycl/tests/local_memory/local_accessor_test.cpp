/// Local accessors of both kinds, SYCL 2020's and 1.2.1's, as values in containers: the host asks for no memory of
/// them.
#include <gtest/gtest.h>

#include <unordered_set>

#include <sycl/sycl.hpp>

namespace {

template <class Accessor, class... Arguments>
void expect_hash_of_array(const Arguments&... extent) {
    sycl::queue().submit([&](sycl::handler& h) {
        const Accessor one(extent..., h), other(extent..., h);
        const Accessor copy = one;
        std::unordered_set<Accessor> all{one, other, copy};
        EXPECT_EQ(all.size(), 2u);
        EXPECT_EQ(std::hash<Accessor>()(one), std::hash<Accessor>()(copy));
        h.parallel_for(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) { static_cast<void>(one); });
    });
}

TEST(LocalAccessor, IsHashedOnTheHost) {
    using sycl::access_mode;
    using sycl::target;
    expect_hash_of_array<sycl::local_accessor<int, 0>>();
    expect_hash_of_array<sycl::local_accessor<float, 2>>(sycl::range<2>(3, 5));
    expect_hash_of_array<sycl::accessor<int, 0, access_mode::read_write, target::local>>();
    expect_hash_of_array<sycl::accessor<int, 1, access_mode::read_write, target::local>>(sycl::range<1>(8));
    expect_hash_of_array<sycl::accessor<int, 3, access_mode::atomic, target::local>>(sycl::range<3>(2, 1, 4));
}

/// The code of a command group with a local accessor whose kernel has no work-groups.
template <class Launch>
std::error_code code_without_groups(Launch launch) {
    try {
        sycl::queue()
            .submit([&](sycl::handler& h) {
                const sycl::local_accessor<int, 1> scratch(8, h);
                launch(h, scratch);
            })
            .wait();
    } catch (const sycl::exception& e) {
        return e.code();
    }
    return {};
}

TEST(LocalAccessor, IsAnErrorOnlyOfAKernelThatHasIt) {
    sycl::queue q;
    bool* const is_empty = sycl::malloc_shared<bool>(1, q);
    const auto refused = make_error_code(sycl::errc::kernel_argument);
    EXPECT_EQ(code_without_groups([](sycl::handler& h, auto) { h.single_task([] {}); }), std::error_code());
    EXPECT_EQ(code_without_groups([](sycl::handler& h, auto) { h.parallel_for(9, [](sycl::id<1>) {}); }),
              std::error_code());
    EXPECT_EQ(code_without_groups(
                  [&](sycl::handler& h, auto scratch) { h.single_task([=] { *is_empty = scratch.empty(); }); }),
              refused);
    EXPECT_EQ(code_without_groups([&](sycl::handler& h, auto scratch) {
                  h.parallel_for(sycl::range<1>(9), [=](sycl::item<1> i) { scratch[i] = 1; });
              }),
              refused);
    sycl::free(is_empty, q);
}

}  // namespace

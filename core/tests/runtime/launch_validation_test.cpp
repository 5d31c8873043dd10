#include <gtest/gtest.h>

#include <cstdint>
#include <tuple>

#include "ndweave/ndweave.hpp"
#include "runtime/error_of.hpp"

namespace ndweave {
namespace {

using testing::error_of;

struct counted;  // a kernel name

template <int D>
exception refused(range<D> global, range<D> local) {
    return error_of([&] { queue(device("cpu")).parallel_for<counted>(nd_range<D>(global, local), [](nd_item<D>) {}); });
}

bool mentions(const exception& e, const std::string& text) {
    return std::string(e.what()).find(text) != std::string::npos;
}

TEST(LaunchValidation, EmptyLocalRangesAreRefused) {
    EXPECT_EQ(refused(range<1>(8), range<1>(0)).code(), errc::nd_range);
    EXPECT_EQ(refused(range<2>(8, 4), range<2>(8, 0)).code(), errc::nd_range);
}

TEST(LaunchValidation, IndivisibleRangesNameKernelRangesAndAFit) {
    const exception e = refused(range<2>(30, 100), range<2>(4, 16));
    EXPECT_EQ(e.code(), errc::nd_range);
    EXPECT_TRUE(mentions(e, "counted")) << e.what();
    EXPECT_TRUE(mentions(e, "global range {30, 100}")) << e.what();
    EXPECT_TRUE(mentions(e, "local range {4, 16}")) << e.what();
    EXPECT_TRUE(mentions(e, "a local range of {3, 10} would fit")) << e.what();
}

TEST(LaunchValidation, DimensionsAreCountedAsTheProgramDoes) {
    const exception e = refused(range<3>(5, 6, 8), range<3>(2, 3, 4));
    EXPECT_TRUE(mentions(e,
                         "does not divide the global range in dimension 0 (global range {5, 6, 8}, local range "
                         "{2, 3, 4})"))
        << e.what();
    EXPECT_TRUE(mentions(refused(range<3>(4, 6, 9), range<3>(2, 3, 4)), "in dimension 2 "));
    const std::size_t huge = (std::size_t{1} << 32) + 8;
    const exception large = refused(range<2>(huge, 8), range<2>(huge, 8));
    EXPECT_TRUE(mentions(large, "dimension 0 of the local range is above the limit")) << large.what();
    EXPECT_TRUE(mentions(large, "local range {4294967304, 8}")) << large.what();
}

TEST(LaunchValidation, TooLargeGroupsNameTheLimit) {
    const std::size_t limit = device("cpu").get_info<info::device::max_work_group_size>();
    const exception e = refused(range<1>(limit * 4), range<1>(limit * 2));
    EXPECT_EQ(e.code(), errc::nd_range);
    EXPECT_TRUE(mentions(e, "limit of " + std::to_string(limit))) << e.what();
    EXPECT_TRUE(mentions(e, "would fit")) << e.what();
}

TEST(LaunchValidation, RangesThatOverflowAreRefused) {
    const std::size_t huge = std::size_t{1} << 40;
    EXPECT_EQ(error_of([&] { queue(device("cpu")).parallel_for(range<2>(huge, huge), [](id<2>) {}); }).code(),
              errc::nd_range);
}

TEST(LaunchValidation, MoreWorkItemsThanIdsMayCountAreRefused) {
    queue q(device("cpu"));
    const std::size_t most = std::size_t{1} << 48;
    for (const std::size_t items : {most + 1, SIZE_MAX}) {
        EXPECT_EQ(error_of([&] { q.parallel_for(range<1>(items), [](id<1>) {}); }).code(), errc::nd_range);
        int* const sum = malloc_shared<int>(1, q);
        const auto reduce = [&](auto range, auto kernel) { q.parallel_for(range, reduction(sum, plus<>()), kernel); };
        EXPECT_EQ(error_of([&] { reduce(range<1>(items), [](id<1>, auto&) {}); }).code(), errc::nd_range);
        EXPECT_EQ(error_of([&] { reduce(range<2>(items, most), [](id<2>, auto&) {}); }).code(), errc::nd_range);
        EXPECT_EQ(error_of([&] { reduce(nd_range<1>(items, 1), [](nd_item<1>, auto&) {}); }).code(), errc::nd_range);
        free(sum, q);
    }
}

TEST(LaunchValidation, LocalMemoryWhoseSizeWrapsAroundIsRefused) {
    queue q(device("cpu"));
    const auto launch = [&]<int... D>(range<D>... extents) {
        return error_of([&] {
                   q.submit([&](handler& h) {
                       const auto arrays = std::tuple(local_accessor<int, D>(extents, h)...);
                       h.parallel_for(nd_range<1>(8, 8), [=](nd_item<1>) { (void)arrays; });
                   });
               })
            .code();
    };
    EXPECT_EQ(launch(range<1>(SIZE_MAX / 4 - 1000), range<1>(1100)), errc::memory_allocation);
    EXPECT_EQ(launch(range<1>(std::size_t{1} << 62)), errc::memory_allocation);
    EXPECT_EQ(launch(range<2>(std::size_t{1} << 32, std::size_t{1} << 30)), errc::memory_allocation);
    EXPECT_EQ(launch(range<3>(std::size_t{1} << 32, std::size_t{1} << 32, 3)), errc::memory_allocation);
}

TEST(LaunchValidation, RequiredWorkGroupSizeIsHeld) {
    kernel_properties required;
    required.work_group_size[0] = 8;
    queue q(device("cpu"));
    q.parallel_for(nd_range<1>(range<1>(16), range<1>(8)), required, [](nd_item<1>) {});
    EXPECT_EQ(
        error_of([&] { q.parallel_for(nd_range<1>(range<1>(16), range<1>(4)), required, [](nd_item<1>) {}); }).code(),
        errc::nd_range);
}

TEST(LaunchValidation, RequiredWorkGroupSizesAreInTheProgramsOrder) {
    kernel_properties required;
    required.work_group_size[0] = 2;
    required.work_group_size[1] = 4;
    queue q(device("cpu"));
    const auto launch = [&](range<2> local) {
        q.parallel_for(nd_range<2>(range<2>(8, 8), local), required, [](nd_item<2>) {});
    };
    launch({2, 4});
    EXPECT_EQ(error_of([&] { launch({4, 2}); }).code(), errc::nd_range);
}

TEST(LaunchValidation, UnnamedKernelsAreNamedByTheirLambda) {
    const exception e =
        error_of([] { queue(device("cpu")).parallel_for(nd_range<1>(range<1>(7), range<1>(2)), [](nd_item<1>) {}); });
    EXPECT_TRUE(mentions(e, "lambda")) << e.what();
}

}  // namespace
}  // namespace ndweave

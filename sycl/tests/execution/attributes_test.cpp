/// Attributes of kernels: required sizes of sub-groups and work-groups, in every place where programs write them.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <sycl/sycl.hpp>

namespace {

using sycl::nd_item;
using sycl::nd_range;

/// The size of sub-groups that a kernel has, by what the kernel wrote.
template <class Launch>
int seen_size(Launch launch) {
    sycl::queue q;
    int* const out = sycl::malloc_shared<int>(128, q);
    launch(q, out);
    q.wait();
    const int size = out[0];
    sycl::free(out, q);
    return size;
}

bool has_sub_groups_of(std::size_t size) {
    const auto sizes = sycl::queue().get_device().get_info<sycl::info::device::sub_group_sizes>();
    return std::find(sizes.begin(), sizes.end(), size) != sizes.end();
}

struct behind {
    int* out;
    void operator()(nd_item<1> it) const [[intel::reqd_sub_group_size(8)]] {
        out[it.get_global_id(0)] = static_cast<int>(it.get_sub_group().get_max_local_range()[0]);
    }
};
struct in_front {
    int* out;
    [[sycl::reqd_sub_group_size(4)]] void operator()(nd_item<1> it) const {
        out[it.get_global_id(0)] = static_cast<int>(it.get_sub_group().get_max_local_range()[0]);
    }
};

template <int Size>
struct of_template {
    int* out;
    [[ sycl::reqd_work_group_size(2 * Size), sycl::reqd_sub_group_size(Size > 3 ? Size : 4) ]] void operator()(
        nd_item<1> it) const {
        out[it.get_global_id(0)] = static_cast<int>(it.get_sub_group().get_max_local_range()[0]);
    }
};

template <int Size>
int size_of_lambda() {
    return seen_size([](sycl::queue& q, int* out) {
        q.parallel_for(nd_range<1>(128, 64), [=](nd_item<1> it) [[sycl::reqd_sub_group_size(Size)]] {
            out[it.get_global_id(0)] = static_cast<int>(it.get_sub_group().get_max_local_range()[0]);
        });
    });
}

#define SUB_GROUPS_OF(n) [[intel::reqd_sub_group_size(n)]]
#define SUB_GROUPS_OF_16 [[sycl::reqd_sub_group_size(16)]]

TEST(SubGroupAttribute, CountsWhereverItStands) {
    if (!has_sub_groups_of(4)) GTEST_SKIP() << "the device has one size";
    EXPECT_EQ(size_of_lambda<4>(), 4);
    EXPECT_EQ(size_of_lambda<16>(), 16);
    const auto launch = [](auto kernel) {
        return [kernel](sycl::queue& q, int* out) mutable {
            kernel.out = out;
            q.parallel_for(nd_range<1>(128, 64), kernel);
        };
    };
    EXPECT_EQ(seen_size(launch(behind{})), 8);
    EXPECT_EQ(seen_size(launch(in_front{})), 4);
    EXPECT_EQ(seen_size(launch(of_template<32>{})), 32);
    EXPECT_EQ(seen_size([](sycl::queue& q, int* out) {
                  q.submit([&](sycl::handler& h) {
                      h.parallel_for(nd_range<2>({2, 64}, {1, 64}), [=](auto it) SUB_GROUPS_OF(2 * 4) {
                          out[it.get_global_linear_id()] =
                              static_cast<int>(it.get_sub_group().get_max_local_range()[0]);
                      });
                  });
              }),
              8);
    EXPECT_EQ(seen_size([](sycl::queue& q, int* out) {
                  q.parallel_for(nd_range<1>(128, 64), [=](nd_item<1> it) SUB_GROUPS_OF_16 {
                      out[it.get_global_id(0)] = static_cast<int>(it.get_sub_group().get_max_local_range()[0]);
                  });
              }),
              16);
}

TEST(SubGroupAttribute, OfASizeThatTheDeviceHasNotIsRefused) {
    sycl::queue q;
    int* const out = sycl::malloc_shared<int>(16, q);
    try {
        q.parallel_for(nd_range<1>(16, 16),
                       [=](nd_item<1> it) [[sycl::reqd_sub_group_size(7)]] { out[it.get_global_id(0)] = 1; });
        q.wait();
        FAIL() << "no device has sub-groups of 7";
    } catch (const sycl::exception& e) {
        EXPECT_EQ(e.code(), sycl::errc::kernel_not_supported) << e.what();
        EXPECT_NE(std::string(e.what()).find("7"), std::string::npos) << e.what();
    }
    sycl::free(out, q);
}

class described;

TEST(WorkGroupAttribute, IsToldByTheKernel) {
    namespace of_device = sycl::info::kernel_device_specific;
    sycl::queue q;
    int* const out = sycl::malloc_shared<int>(32, q);
    q.parallel_for<described>(nd_range<1>(32, 32),
                              [=](nd_item<1> it) [[sycl::reqd_work_group_size(32)]] [[sycl::reqd_sub_group_size(32)]] {
                                  out[it.get_global_id(0)] = 1;
                              });
    q.wait();
    const auto kernel =
        sycl::get_kernel_bundle<described, sycl::bundle_state::executable>(q.get_context()).get_kernel<described>();
    EXPECT_EQ(kernel.get_info<of_device::compile_work_group_size>(q.get_device()), sycl::range<3>(32, 1, 1));
    EXPECT_EQ(kernel.get_info<of_device::compile_sub_group_size>(q.get_device()), 32u);
    sycl::free(out, q);
}

TEST(WorkGroupAttribute, OfASizeThatNoDeviceHasIsNotSupported) {
    sycl::queue q;
    sycl::buffer<int> one(1);
    const auto refused = [&](auto range, auto kernel) {
        try {
            q.submit([&](sycl::handler& h) {
                sycl::accessor out(one, h, sycl::write_only);
                h.parallel_for(range, kernel(out));
            });
        } catch (const sycl::exception& e) {
            return e.code() == sycl::errc::kernel_not_supported;
        }
        return false;
    };
    EXPECT_TRUE(refused(nd_range<1>(1 << 20, 1 << 20), [](auto out) {
        return [=](nd_item<1>) [[sycl::reqd_work_group_size(1 << 20)]] { out[0] = 1; };
    }));
    // Larger than 32 bits, and of kernels without work-groups.
    EXPECT_TRUE(refused(sycl::range<1>(1), [](auto out) {
        return [=](sycl::item<1>) [[sycl::reqd_work_group_size(SIZE_MAX)]] { out[0] = 1; };
    }));
    EXPECT_TRUE(refused(nd_range<1>(5003, 5003),
                        [](auto out) { return [=](nd_item<1>) [[sycl::reqd_sub_group_size(5003)]] { out[0] = 1; }; }));
}

class group_too_large;
class odd_sub_groups;
class group_that_fits;

TEST(WorkGroupAttribute, SaysWhichDevicesAreCompatible) {
    sycl::queue q;
    const auto nothing = [](nd_item<1>) [[sycl::reqd_work_group_size(8)]] {};
    EXPECT_THROW(q.parallel_for<group_too_large>(nd_range<1>(1 << 20, 1 << 20),
                                                 [](nd_item<1>) [[sycl::reqd_work_group_size(1 << 20)]] {}),
                 sycl::exception);
    EXPECT_THROW(
        q.parallel_for<odd_sub_groups>(nd_range<1>(33, 33), [](nd_item<1>) [[sycl::reqd_sub_group_size(33)]] {}),
        sycl::exception);
    q.parallel_for<group_that_fits>(nd_range<1>(8, 8), nothing).wait();
    const sycl::device d = q.get_device();
    EXPECT_FALSE(sycl::is_compatible<group_too_large>(d));
    EXPECT_FALSE(sycl::is_compatible<odd_sub_groups>(d));
    EXPECT_TRUE(sycl::is_compatible<group_that_fits>(d));
    EXPECT_FALSE((sycl::has_kernel_bundle<odd_sub_groups, sycl::bundle_state::executable>(q.get_context())));
}

TEST(WorkGroupAttribute, RefusesOtherLocalRanges) {
    sycl::queue q;
    int* const out = sycl::malloc_shared<int>(512, q);
    const auto launch = [&](sycl::range<2> local) {
        q.parallel_for(nd_range<2>({16, 32}, local), [=](nd_item<2> it) [[sycl::reqd_work_group_size(4, 8)]] {
            out[it.get_global_linear_id()] = static_cast<int>(it.get_local_range(0) * 100 + it.get_local_range(1));
        });
        q.wait();
    };
    launch({4, 8});
    EXPECT_TRUE(std::all_of(out, out + 512, [](int v) { return v == 408; }));
    for (const sycl::range<2> local : {sycl::range<2>(8, 4), sycl::range<2>(4, 16), sycl::range<2>(1, 8)}) {
        try {
            launch(local);
            ADD_FAILURE() << "another local range";
        } catch (const sycl::exception& e) {
            EXPECT_EQ(e.code(), sycl::errc::nd_range) << e.what();
        }
    }
    sycl::free(out, q);
}

}  // namespace

// Operations on sycl::vec of half are those of two lanes at once (PTX ISA, 9.7.4).
#include <gtest/gtest.h>

#include <sycl/sycl.hpp>

#include "kernel_ptx.hpp"

/// Not called: the test compiles its kernel.
void submit_packed_halves(sycl::queue& q, sycl::half2* x, sycl::half4* y) {
    q.parallel_for<class packed_halves>(64, [=](sycl::id<1> i) {
        const sycl::half2 a = sycl::fma(x[i], x[i + 1], x[i + 2]);
        x[i] = sycl::fmax(a, x[i + 3]);
        y[i] = (y[i + 1] + y[i + 2]) * y[i + 3];
    });
}

namespace ndweave::gpu::testing {
namespace {

TEST(HalfLanes, ArePacked) {
    unsigned found = 0;
    for (const detail::kernel_record* k : kernel_records()) {
        if (!contains(*k, "packed_halves")) continue;
        ++found;
        const std::string code = ptx_of(*k);
        EXPECT_EQ(occurrences(code, "fma.rn.f16x2"), 1u) << code;
        EXPECT_EQ(occurrences(code, "max.f16x2"), 1u) << code;
        EXPECT_EQ(occurrences(code, "add.rn.f16x2"), 2u) << code;
        EXPECT_EQ(occurrences(code, "mul.rn.f16x2"), 2u) << code;
        EXPECT_EQ(occurrences(code, ".f16 "), 0u) << code;
    }
    EXPECT_EQ(found, 1u);
}

}  // namespace
}  // namespace ndweave::gpu::testing

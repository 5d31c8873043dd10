// The times of kernels with streams.
#include <gtest/gtest.h>

#include <cstdint>

#include "printing/captured.hpp"
#include "sycl/sycl.hpp"

namespace {

TEST(Stream, LeavesItsEventTheTimesOfTheKernel) {
    using namespace sycl::info::event_profiling;
    std::uint64_t submitted = 0, began = 0, ended = 0;
    printing::captured([&] {
        sycl::queue q{sycl::property::queue::enable_profiling()};
        unsigned* const number = sycl::malloc_device<unsigned>(1, q);
        q.memset(number, 1, sizeof(unsigned));
        sycl::event e = q.submit([&](sycl::handler& h) {
            sycl::stream out(64, 64, h);
            h.single_task([=] {
                volatile unsigned* const x = number;
                for (int i = 0; i < 1000000; ++i) *x = *x * 1664525 + 1013904223;
                out << *x;
            });
        });
        submitted = e.get_profiling_info<command_submit>();
        began = e.get_profiling_info<command_start>();
        ended = e.get_profiling_info<command_end>();
        sycl::free(number, q);
    });
    EXPECT_LE(submitted, began);
    EXPECT_GT(ended - began, 10000u) << "no processor does a million dependent accesses in 10 microseconds";
}

}  // namespace

#include "ndweave/event.hpp"

#include <gtest/gtest.h>

#include "ndweave/usm.hpp"
#include "runtime/error_of.hpp"

namespace ndweave {
namespace {

using testing::error_of;
namespace profiling = info::event_profiling;

TEST(Event, DefaultEventIsComplete) {
    event e;
    e.wait();
}

TEST(Event, ProfilingTimesAreOrdered) {
    queue q(device("cpu"), property::queue::enable_profiling{});
    double* p = malloc_device<double>(100000, q);
    event first = q.parallel_for(range<1>(100000), [=](id<1> i) { p[i] = static_cast<double>(i); });
    event second = q.parallel_for(range<1>(100000), [=](id<1> i) { p[i] += 1; });
    EXPECT_LE(first.get_profiling_info<profiling::command_submit>(),
              first.get_profiling_info<profiling::command_start>());
    EXPECT_LE(first.get_profiling_info<profiling::command_start>(), first.get_profiling_info<profiling::command_end>());
    EXPECT_LE(first.get_profiling_info<profiling::command_end>(),
              second.get_profiling_info<profiling::command_start>());
    EXPECT_EQ(p[99999], 100000.0);
    free(p, q);
}

TEST(Event, TimesWithoutProfilingAreRefused) {
    queue q(device("cpu"));
    event e = q.single_task([] {});
    const exception error = error_of([&] { e.get_profiling_info<profiling::command_end>(); });
    EXPECT_EQ(error.code(), errc::invalid);
    EXPECT_NE(std::string(error.what()).find("enable_profiling"), std::string::npos);
}

TEST(Event, DependenciesAcrossQueuesAreKept) {
    queue a(device("cpu")), b(device("cpu"));
    int* p = malloc_shared<int>(1, a);
    event written = a.single_task([=] { *p = 41; });
    b.submit([&](handler& h) {
         h.depends_on(written);
         h.single_task([=] { ++*p; });
     }).wait();
    EXPECT_EQ(*p, 42);
    free(p, a);
}

TEST(Event, OneActionPerCommandGroup) {
    queue q(device("cpu"));
    const exception e = error_of([&] {
        q.submit([&](handler& h) {
            h.single_task([] {});
            h.single_task([] {});
        });
    });
    EXPECT_EQ(e.code(), errc::invalid);
}

}  // namespace
}  // namespace ndweave

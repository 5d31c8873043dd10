#include "gpu/tests/app_kernels.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "app.hpp"

namespace ndweave::gpu::testing {
namespace {

TEST(AppKernelRecords, OfEveryAppAreFound) {
    const auto records = kernel_records();
    for (const apps::application* app : apps::all()) {
        EXPECT_TRUE(std::any_of(records.begin(), records.end(), [&](const auto* k) { return contains(*k, app->name); }))
            << app->name;
    }
}

}  // namespace
}  // namespace ndweave::gpu::testing

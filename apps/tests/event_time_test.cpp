/// Times by the device's own events, on the first device that has them.
#include "event_time.hpp"

#include <gtest/gtest.h>

#include <ndweave/queue.hpp>

#include "app.hpp"

namespace ndweave::apps {
namespace {

std::optional<queue> queue_with_times() {
    for (const char* name : {"cuda:0", "hip:0", "opencl:0"}) {
        try {
            const queue q{device(name)};
            if (timed_queue(q)) return q;
        } catch (const exception&) {
        }
    }
    return std::nullopt;
}

TEST(EventTimes, EveryRowOfEveryAppHasThem) {
    std::optional<queue> q = queue_with_times();
    if (!q) GTEST_SKIP() << "no device here times events (a GPU, or PoCL: libpocl2)";
    for (const application* app : all()) {
        SCOPED_TRACE(app->name);
        context run;
        run.queue = &*q;
        run.backend = q->get_device().backend_name();
        run.size = "small";
        run.repeat = 1;
        run.min_time = 0;
        for (const result& r : app->run(run)) {
            SCOPED_TRACE(r.kernel);
            EXPECT_TRUE(r.check.passed);
            // Links and launches are timed from their submission on, which no event of the device sees.
            if (r.notes.contains("link") || r.kernel == "empty_launch") continue;
            ASSERT_FALSE(r.event_samples.empty());
            for (const double seconds : r.event_samples) EXPECT_GT(seconds, 0);
            const bool solve = app->name == "lulesh" || app->name == "cloverleaf" || app->name == "tealeaf";
            if (solve || r.kernel == "total") EXPECT_EQ(r.event_scope, "span");
            EXPECT_GT(r.bytes + r.flops, 0);
        }
    }
}

TEST(EventTimes, TheCpuHasNone) {
    const queue q{device("cpu")};
    EXPECT_FALSE(timed_queue(q));
}

}  // namespace
}  // namespace ndweave::apps

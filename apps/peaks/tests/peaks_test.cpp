#include <gtest/gtest.h>

#include <ndweave/queue.hpp>

#include "app.hpp"
#include "peaks/chains.hpp"

namespace ndweave::apps {

extern const application peaks_app;

namespace {

using peaks::chain;

/// A work-item's chains step by step in long double.
long double simulated_sum(std::size_t item, int steps) {
    long double sum = 0;
    for (std::size_t k = 0; k < chain::count; ++k) {
        auto x = chain::start<long double>(item, k);
        for (int n = 0; n < steps; ++n) x = x * chain::factor + chain::addend;
        sum += x;
    }
    return sum;
}

template <class T, class Shape>
void expect_within_error_and_a_step_less_not() {
    constexpr int steps = Shape::steps;
    const auto factor = static_cast<T>(chain::factor), addend = static_cast<T>(chain::addend);
    const double allowed = peaks::largest_error<T>(steps);
    for (std::size_t item = 0; item < 2 * chain::starts; ++item) {
        const long double exact = peaks::exact_sum(item, steps);
        EXPECT_NEAR(static_cast<double>(simulated_sum(item, steps) - exact), 0, 1e-12);
        const auto found = static_cast<long double>(peaks::sum_of_chains<Shape>(item, factor, addend));
        EXPECT_LE(std::fabs(found - exact), allowed) << item;
        EXPECT_GT(std::fabs(simulated_sum(item, steps - 1) - exact), 3 * allowed) << item;
    }
}

TEST(PeaksChains, KeepWithinTheirErrorAndAStepLessDoesNot) {
    expect_within_error_and_a_step_less_not<float, peaks::looped>();
    expect_within_error_and_a_step_less_not<float, peaks::straight>();
    expect_within_error_and_a_step_less_not<double, peaks::looped>();
    expect_within_error_and_a_step_less_not<double, peaks::straight>();
}

TEST(Peaks, EveryRowIsVerifiedOnArraysOfAnyLength) {
    for (const char* elements : {"1", "16", "17", "100003"}) {
        queue q;
        context run;
        run.queue = &q;
        run.repeat = 1;
        run.params = parameters({{"s", elements}, {"copy", elements}});
        const std::vector<result> rows = peaks_app.run(run);
        ASSERT_GE(rows.size(), 9u);
        for (const result& r : rows) {
            EXPECT_TRUE(r.check.checked && r.check.passed)
                << r.kernel << ": " << r.check.metric << ' ' << r.check.value;
            EXPECT_TRUE(r.bytes > 0 || r.flops > 0 || r.kernel == "empty_launch") << r.kernel;
        }
    }
}

}  // namespace
}  // namespace ndweave::apps

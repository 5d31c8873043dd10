#include "measure/make_record.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "report/table.hpp"

namespace ndweave::harness {

namespace {

apps::result triad() {
    apps::result r;
    r.kernel = "triad";
    r.samples = {9, 2, 4, 1};
    r.warmups = 1;
    r.fom = {"GB/s", true, 8, apps::statistic::best};
    r.check = {true, true, "error", 1e-16, 0, 1e-14};
    return r;
}

measurement request() {
    measurement m;
    m.app = "babelstream";
    m.backend = "cpu";
    m.strategy = "cbs";
    m.size = "small";
    m.params = {{"n", "4"}};
    return m;
}

}  // namespace

TEST(MakeRecord, LeavesWarmUpsOutAndKeepsEverySample) {
    const record row = measured_record(request(), triad());
    EXPECT_EQ(row.outcome, status::ok);
    EXPECT_EQ(row.fom.value().value, 8);
    EXPECT_EQ(row.statistics.value().median, 2);
    EXPECT_EQ(row.statistics->count, 3u);
    EXPECT_EQ(row.samples.value().size(), 4u);
}

TEST(MakeRecord, AnInvalidOneHasNoSpeed) {
    apps::result r = triad();
    r.check.passed = false;
    r.check.value = std::numeric_limits<double>::infinity();
    const record row = measured_record(request(), r);
    EXPECT_EQ(row.outcome, status::invalid);
    const json written = to_json(row);
    for (const char* key : {"fom", "samples", "statistics", "real_time"}) EXPECT_FALSE(written.contains(key)) << key;
    EXPECT_TRUE(written["verification"]["value"].is_null());
    EXPECT_EQ(row.reason, "failed verification: error: inf, expected 0, tolerance 1e-14");
    EXPECT_EQ(to_table({row}).find("GB/s"), std::string::npos);
}

TEST(MakeRecord, TimesThatAreNoneAreAnError) {
    for (const double odd : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
        apps::result r = triad();
        r.samples.push_back(odd);
        EXPECT_EQ(measured_record(request(), r).outcome, status::error) << odd;
    }
}

TEST(MakeRecord, WorkThatEndedInAnErrorNeedsNoTimeToBeInvalid) {
    apps::result r = triad();
    r.samples.clear();
    r.check = {true, false, "copies that ended in an error (the link is down)", 1, 0, 0};
    const record row = measured_record(request(), r);
    EXPECT_EQ(row.outcome, status::invalid);
    EXPECT_EQ(row.kernel, "triad");
    EXPECT_NE(row.reason.value().find("the link is down"), std::string::npos);
}

}  // namespace ndweave::harness

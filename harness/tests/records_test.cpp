#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>

#include "machine/host.hpp"
#include "measure/make_record.hpp"
#include "record/document.hpp"
#include "report/csv.hpp"
#include "report/table.hpp"
#include "support/temporary_folder.hpp"
#include "text/short_number.hpp"

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

TEST(Csv, EscapesFormulasAndQuotes) {
    EXPECT_EQ(csv_field("=1+1"), "'=1+1");
    EXPECT_EQ(csv_field("@x,\"y\""), "\"'@x,\"\"y\"\"\"");
    EXPECT_EQ(csv_field("-2"), "'-2");
    EXPECT_EQ(csv_field("plain"), "plain");
    record row = measured_record(request(), triad());
    row.reason = "=cmd|' /C calc'!A0";
    const std::string text = to_csv({row});
    EXPECT_EQ(text.find(",=cmd"), std::string::npos);
    EXPECT_NE(text.find("n=4"), std::string::npos);
}

TEST(SafeJson, RefusesWhatIsHostile) {
    const auto complaint = [](const std::string& text) {
        try {
            parse_json(text, "file");
        } catch (const std::runtime_error& e) {
            return std::string(e.what());
        }
        return std::string("accepted");
    };
    EXPECT_EQ(complaint("{\"a\": [1, 2, {\"b\": null}]}"), "accepted");
    EXPECT_NE(complaint(std::string(100000, '[')).find("nested deeper"), std::string::npos);
    EXPECT_NE(complaint("{\"a\":1,\"a\":2}").find("stands twice"), std::string::npos);
    EXPECT_NE(complaint("{\"a\":NaN}").find("not JSON at byte"), std::string::npos);
    EXPECT_NE(complaint("{\"a\":{\"b\":1},\"c\":{\"b\":1},\"a\":2}").find("'a' stands twice"), std::string::npos);
    EXPECT_EQ(complaint("[{\"a\":1},{\"a\":1},{\"b\":{\"a\":1},\"a\":1}]"), "accepted");
    EXPECT_EQ(complaint(std::string(max_json_depth, '[') + std::string(max_json_depth, ']')), "accepted");
    EXPECT_NE(complaint("[1e999]").find("not JSON"), std::string::npos);
    EXPECT_NE(complaint("").find("not JSON"), std::string::npos);
    EXPECT_NE(complaint("\"\xff\"").find("not JSON"), std::string::npos);
    EXPECT_NE(complaint(std::string(max_json_bytes + 1, ' ')).find("larger than"), std::string::npos);
}

TEST(Document, RefusesOtherSchemaVersions) {
    const support::temporary_folder folder;
    std::ofstream(folder / "a.json") << R"({"context": {"schema_version": 99}, "benchmarks": []})";
    std::ofstream(folder / "b.json") << R"({"context": {"schema_version": 1}, "benchmarks": [3]})";
    std::ofstream(folder / "c.json") << R"([])";
    for (const char* name : {"a.json", "b.json", "c.json"}) {
        EXPECT_THROW(read_results(folder / name), std::runtime_error) << name;
    }
}

TEST(Host, IdentitiesDoNotDrift) {
    const std::string hardware = fingerprint(hardware_facts()), environment = fingerprint(environment_facts());
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(fingerprint(hardware_facts()), hardware);
        EXPECT_EQ(fingerprint(environment_facts()), environment);
    }
    EXPECT_EQ(hardware_facts().dump().find("MHz"), std::string::npos);
    EXPECT_NE(fingerprint({{"a", 1}}), fingerprint({{"a", 2}}));
}

TEST(Table, ShowsFourDigits) {
    EXPECT_EQ(short_number(4301.4), "4301");
    EXPECT_EQ(short_number(46.128), "46.13");
    EXPECT_EQ(short_number(0.0001234), "0.000123");
}

}  // namespace ndweave::harness

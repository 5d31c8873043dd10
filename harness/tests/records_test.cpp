#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <limits>

#include "machine/host.hpp"
#include "measure/row.hpp"
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

TEST(Row, LeavesWarmUpsOutAndKeepsEverySample) {
    const json row = measured_row(request(), {"device", "hw", "env"}, triad());
    EXPECT_EQ(row["status"], "ok");
    EXPECT_EQ(row["fom"]["value"], 8.0);
    EXPECT_EQ(row["statistics"]["median"], 2.0);
    EXPECT_EQ(row["iterations"], 3);
    EXPECT_EQ(row["samples"].size(), 4u);
    EXPECT_EQ(row["real_time"], 2e9);
}

TEST(Row, AnInvalidOneHasNoSpeed) {
    apps::result r = triad();
    r.check.passed = false;
    r.check.value = std::numeric_limits<double>::infinity();
    const json row = measured_row(request(), {"device", "hw", "env"}, r);
    EXPECT_EQ(row["status"], "invalid");
    for (const char* key : {"fom", "samples", "statistics", "real_time"}) EXPECT_FALSE(row.contains(key)) << key;
    EXPECT_TRUE(row["verification"]["value"].is_null());
    EXPECT_EQ(row["reason"], "failed verification: error: inf, expected 0, tolerance 1e-14");
    EXPECT_EQ(to_table({row}).find("GB/s"), std::string::npos);
}

TEST(Row, ResultsSurviveTheTripFromTheChild) {
    apps::result r = triad();
    r.notes = {{"best", "4"}};
    r.flops = 3;
    EXPECT_EQ(to_json(result_from(to_json(r))), to_json(r));
}

TEST(Csv, EscapesFormulasAndQuotes) {
    EXPECT_EQ(csv_field("=1+1"), "'=1+1");
    EXPECT_EQ(csv_field("@x,\"y\""), "\"'@x,\"\"y\"\"\"");
    EXPECT_EQ(csv_field("-2"), "'-2");
    EXPECT_EQ(csv_field("plain"), "plain");
    json row = measured_row(request(), {"device", "hw", "env"}, triad());
    row["reason"] = "=cmd|' /C calc'!A0";
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
    EXPECT_NE(complaint("").find("not JSON"), std::string::npos);
    EXPECT_NE(complaint("\"\xff\"").find("not JSON"), std::string::npos);
    EXPECT_NE(complaint(std::string(most_json_bytes + 1, ' ')).find("larger than"), std::string::npos);
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

TEST(Records, OfTheProjectItselfAreReadToThisDay) {
    const std::filesystem::path results = NDWEAVE_SOURCE_DIR "/results";
    if (!std::filesystem::exists(results)) GTEST_SKIP() << "no recorded results beside the sources";
    unsigned read = 0;
    for (const auto& file : std::filesystem::recursive_directory_iterator(results)) {
        if (file.path().extension() != ".json") continue;
        try {
            read += read_results(file.path()).rows.empty() ? 0 : 1;
        } catch (const not_results&) {  // another program's
        } catch (const std::runtime_error& e) {
            ADD_FAILURE() << e.what();
        }
    }
    EXPECT_GT(read, 0u);
}

}  // namespace ndweave::harness

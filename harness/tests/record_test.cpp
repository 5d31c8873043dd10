/// Records and what is written of them: struct, schema and old files agree.
#include "record/record.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "record/document.hpp"

namespace ndweave::harness {

namespace {

/// Every optional member has a value.
record full_record() {
    record r;
    r.app = "babelstream";
    r.params = {{"n", "4"}};
    r.ranks = 4;
    r.nodes = 1;
    r.devices = 2;
    r.origin = {"device", "hw", "env", "driver"};
    r.outcome = status::unverified;
    r.verification = {true, true, "error", 1e-16, 0, 1e-14};
    r.notes = string_map{{"best", "4"}};
    r.reason = "none";
    r.fom = {8, "GB/s", direction::lower, apps::statistic::best, 7, 9};
    r.statistics = {3, 2, 1, 1.5, 1, 3};
    r.samples = {3, 1, 2};
    r.turns = std::vector<std::size_t>{1};
    r.warmups = 1;
    r.timing_scope = "device";
    r.jit = {5, not_a_number};
    r.device_events = {"span", 2, 1, {2, 1, not_a_number}};
    r.bytes = 24;
    r.flops = 0.5;
    r.precision = "fp32";
    r.process = {1, 2, {1, 2, 3, string_map{{"x", "why"}}}};
    r.machine = {{{"load", 1}}, {{"load", 2}}};
    return r;
}

/// Places of all members, those of inner objects too: "fom", "fom/value", ….
std::set<std::string> members_of(const json& object, const std::string& place = "") {
    std::set<std::string> found;
    for (const auto& [name, value] : object.items()) {
        found.insert(place + name);
        // These hold what their makers put into them.
        if (!value.is_object() || std::set<std::string>{"params", "notes", "machine", "not_counted"}.contains(name)) {
            continue;
        }
        found.merge(members_of(value, place + name + "/"));
    }
    return found;
}

std::set<std::string> members_of_schema(const json& schema, const std::string& place = "") {
    std::set<std::string> found;
    for (const auto& [name, inner] : schema["properties"].items()) {
        found.insert(place + name);
        if (inner.contains("properties")) found.merge(members_of_schema(inner, place + name + "/"));
    }
    return found;
}

json row_schema() { return json::parse(schema_text())["properties"]["benchmarks"]["items"]; }

template <class E>
std::set<std::string> words_of() {
    return {words<E>.begin(), words<E>.end()};
}

}  // namespace

TEST(Record, HasTheMembersOfTheSchema) {
    const json written = to_json(full_record());
    EXPECT_EQ(row_violation(written), "");
    std::set<std::string> expected = members_of_schema(row_schema());
    // Google Benchmark's, and the times of the process, stand in no schema.
    expected.insert({"repetitions", "repetition_index", "threads", "process/seconds", "process/cpu_seconds"});
    EXPECT_EQ(members_of(written), expected);
}

TEST(Record, HasTheWordsOfTheSchema) {
    const json properties = row_schema()["properties"];
    EXPECT_EQ(words_of<status>(), properties["status"]["enum"].get<std::set<std::string>>());
    const json fom = properties["fom"]["properties"];
    EXPECT_EQ(words_of<direction>(), fom["better"]["enum"].get<std::set<std::string>>());
    EXPECT_EQ(words_of<apps::statistic>(), fom["statistic"]["enum"].get<std::set<std::string>>());
}

TEST(Record, AnEmptyOneIsWhatTheSchemaRequires) { EXPECT_EQ(row_violation(to_json(record())), ""); }

TEST(Record, IsReadAsItWasWritten) {
    const std::string text = dump_line(to_json(full_record()));
    EXPECT_EQ(dump_line(to_json(from_json<record>(json::parse(text)))), text);
    EXPECT_NE(text.find("\"warm_seconds\":null"), std::string::npos) << "numbers that JSON cannot hold are null";
}

TEST(Record, RefusesWhatIsNone) {
    EXPECT_THROW(from_json<record>(json::parse(R"({"status": "fine"})")), std::runtime_error);
    EXPECT_THROW(from_json<record>(json::parse(R"({"params": {"n": 4}})")), std::runtime_error);
    EXPECT_THROW(from_json<record>(json::parse(R"({"fom": 3})")), std::runtime_error);
    EXPECT_THROW(from_json<record>(json::parse(R"({"samples": "long"})")), std::runtime_error);
    EXPECT_THROW(from_json<record>(json::parse(R"([])")), std::runtime_error);
}

TEST(Record, ThoseOfTheProjectAreReadAndWrittenToThisDay) {
    const std::filesystem::path results = NDWEAVE_SOURCE_DIR "/results";
    if (!std::filesystem::exists(results)) GTEST_SKIP() << "no recorded results beside the sources";
    unsigned read = 0;
    for (const auto& file : std::filesystem::recursive_directory_iterator(results)) {
        if (file.path().extension() != ".json") continue;
        try {
            const std::vector<record> rows = read_results(file.path()).rows;
            const json written = read_json(file.path())["benchmarks"];
            ASSERT_EQ(rows.size(), written.size());
            for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(dump_line(to_json(rows[i])), dump_line(written[i]));
            read += rows.empty() ? 0 : 1;
        } catch (const not_results&) {  // another program's
        } catch (const std::runtime_error& e) {
            ADD_FAILURE() << e.what();
        }
    }
    EXPECT_GT(read, 0u);
}

}  // namespace ndweave::harness

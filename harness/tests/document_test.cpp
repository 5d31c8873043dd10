#include "record/document.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "support/temporary_folder.hpp"

namespace ndweave::harness {

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

}  // namespace ndweave::harness

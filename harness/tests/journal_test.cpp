#include "record/journal.hpp"

#include <gtest/gtest.h>

#include "support/temporary_folder.hpp"
#include "system/files.hpp"
#include "text_of.hpp"

namespace ndweave::harness {

namespace {

record row(status outcome) {
    record r;
    r.kernel = "x";
    r.outcome = outcome;
    return r;
}

}  // namespace

TEST(Journal, ResumesWhatIsWholeAndForgetsTheRest) {
    const support::temporary_folder folder;
    const std::string path = folder / "records.jsonl";
    {
        journal record(path, false);
        record.append("a", {row(status::ok), row(status::unverified)});
        record.append("b", {row(status::ok), row(status::ok)});
    }
    const std::string whole = text_of(path);
    const std::size_t second = whole.find("\"b\"");
    // Every place where a kill can cut the text: what counts is that `a` survives and `b` is only there when complete.
    for (std::size_t length = second; length <= whole.size(); length += 7) {
        std::ofstream(path) << whole.substr(0, length);
        journal again(path, true);
        EXPECT_TRUE(again.has("a"));
        EXPECT_EQ(again.has("b"), length == whole.size()) << length;
        again.append("c", {row(status::ok)});
        EXPECT_EQ(read_journal(text_of(path), path).size(), again.rows().size());
    }
}

TEST(Journal, ForgetsMeasurementsWithARowThatHasNoFigure) {
    const support::temporary_folder folder;
    const std::string path = folder / "records.jsonl";
    for (const status without :
         {status::crashed, status::timeout, status::error, status::unavailable, status::invalid}) {
        SCOPED_TRACE(to_string(without));
        {
            journal record(path, false);
            record.append("well", {row(status::ok)});
            record.append("partly", {row(status::ok), row(without)});
            record.append("not", {row(without)});
        }
        journal again(path, true);
        EXPECT_TRUE(again.has("well"));
        EXPECT_FALSE(again.has("partly"));
        EXPECT_FALSE(again.has("not"));
        EXPECT_EQ(again.rows().size(), 1u);
        again.append("partly", {row(status::ok), row(status::ok)});
        EXPECT_TRUE(journal(path, true).has("partly"));
    }
}

TEST(Journal, OtherVersionsAreRefused) {
    const auto complaint = [](const std::string& text) {
        try {
            read_journal(text, "file");
        } catch (const std::runtime_error& e) {
            return std::string(e.what());
        }
        return std::string("accepted");
    };
    const auto line = [](int version) {
        record r = row(status::ok);
        r.schema_version = version;
        return dump_line(to_json(r)) + "\n";
    };
    EXPECT_EQ(complaint(line(1)), "accepted");
    EXPECT_NE(complaint(line(1) + line(2)).find("line 2: its schema version is 2"), std::string::npos);
    EXPECT_NE(complaint("{\"kernel\": \"x\"}\n").find("no record"), std::string::npos);
    EXPECT_NE(complaint("3\n").find("no record"), std::string::npos);
}

TEST(Journal, KeepsTheOlderFile) {
    const support::temporary_folder folder;
    const std::string path = folder / "records.jsonl";
    journal(path, false).append("a", {row(status::ok)});
    journal(path, false).append("b", {row(status::ok)});
    EXPECT_NE(text_of(path + ".previous").find("\"a\""), std::string::npos);
    EXPECT_EQ(text_of(path).find("\"a\""), std::string::npos);
}

TEST(Files, FullDiskIsAnErrorAndTheOldTextStays) {
    EXPECT_THROW(write_file("/dev/full", "text"), std::runtime_error);
    EXPECT_THROW(write_file("/no/such/folder/file", "text"), std::runtime_error);
    const support::temporary_folder folder;
    write_file(folder / "f", "old");
    EXPECT_THROW(write_file(folder / "f/below", "text"), std::runtime_error);
    EXPECT_EQ(text_of(folder / "f"), "old");
}

}  // namespace ndweave::harness

/// Figures over the time, from a history and from records.
#include "report/history.hpp"

#include <gtest/gtest.h>

#include "made_run.hpp"
#include "support/temporary_folder.hpp"
#include "system/files.hpp"

namespace ndweave::harness {

namespace {

/// What is wrong with a history of one line; empty where nothing is.
std::string complaint(const std::string& line) {
    const support::temporary_folder folder;
    write_file(folder / "history.jsonl", "\n" + line + "\n");
    try {
        read_history(folder / "history.jsonl");
    } catch (const std::runtime_error& e) {
        return std::string(e.what()).substr((folder / "").size());
    }
    return "";
}

history_line made_line(const std::string& date, double value, double spread = 0.01, const std::string& what = "a") {
    history_line h;
    h.date = date;
    h.machine = "machine";
    h.what = what;
    h.unit = "s";
    h.statistic = "median";
    h.value = value;
    h.low = value * (1 - spread);
    h.high = value * (1 + spread);
    h.samples = 20;
    return h;
}

}  // namespace

TEST(History, SaysWhichLineIsWrong) {
    EXPECT_EQ(complaint(R"({"date":"2026-11-30","machine":"m","what":"w","unit":"s","median":1})"), "");
    EXPECT_NE(complaint("{").find("history.jsonl:2"), std::string::npos);
    EXPECT_EQ(complaint("[]"), "history.jsonl:2: no object; give a file that results/history.py wrote");
    EXPECT_EQ(complaint(R"({"date":"2026-11-30","machine":"m","unit":"s","median":1})"),
              "history.jsonl:2: its \"what\" is no text; give a file that results/history.py wrote");
    EXPECT_EQ(complaint(R"({"date":"2026-11-30","machine":"m","what":"w","unit":"s","median":"1"})"),
              "history.jsonl:2: its \"median\" is no number; give a file that results/history.py wrote");
}

TEST(History, LeavesOutCountsAndNamesConditions) {
    const support::temporary_folder folder;
    const std::string head = R"({"date":"2026-11-30","machine":"m","what":"w","unit":"s",)";
    write_file(folder / "history.jsonl", head + "\"right\":5}\n" + head +
                                             "\"best\":2,\"file\":\"scaling-16-threads.json\"}\n" + head +
                                             "\"value\":3,\"file\":\"random/check-mode-all.json\"}\n");
    const std::vector<history_line> found = read_history(folder / "history.jsonl");
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].what, "16 threads: w");
    EXPECT_EQ(found[0].statistic, "best");
    EXPECT_EQ(found[1].what, "check mode: w");
    EXPECT_EQ(found[1].value, 3);
}

TEST(History, FindsTheRunThatChangedAFigure) {
    std::vector<history_line> lines;
    for (int day = 10; day < 20; ++day) {
        const double noise = 1 + 0.004 * ((day * 7) % 5 - 2);
        lines.push_back(made_line("2026-11-" + std::to_string(day), (day < 16 ? 2 : 3) * noise));
        lines.push_back(made_line("2026-11-" + std::to_string(day), 5 * noise, 0.01, "steady"));
        lines.push_back(made_line("2026-11-" + std::to_string(day), (day < 19 ? 5 : 5.6) * noise, 0.3, "wide"));
    }
    const std::vector<history_series> all = series_of(lines, {});
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[0].changes, std::vector<std::size_t>{6});
    EXPECT_TRUE(all[1].changes.empty());
    EXPECT_TRUE(all[2].changes.empty()) << "within its own interval";
    ASSERT_TRUE(all[2].last);
    EXPECT_GT(all[2].last->p, 0.05);
    EXPECT_LT(all[2].last->low, 1);
}

TEST(History, SmallChangesAreNone) {
    std::vector<history_line> lines;
    for (int day = 10; day < 20; ++day)
        lines.push_back(made_line("2026-11-" + std::to_string(day), day < 15 ? 2 : 2.06, 0.0001));
    EXPECT_TRUE(series_of(lines, {}).front().changes.empty());
}

TEST(History, TakesFromRecordsWhatItLacks) {
    const std::vector<named_results> runs{made_run({made_record({2, 2, 2, 2, 2})})};
    const std::vector<history_line> of_records = lines_of_records(runs);
    ASSERT_EQ(of_records.size(), 1u);
    EXPECT_EQ(of_records[0].machine, "amd-epyc-2-cores");
    EXPECT_EQ(of_records[0].commit, "0123456-dirty");
    EXPECT_EQ(of_records[0].value, 2);
    EXPECT_EQ(series_of(of_records, of_records).front().lines.size(), 1u) << "it is there already";
    history_line older = of_records[0];
    older.date = "2026-11-29";
    EXPECT_EQ(series_of({older}, of_records).front().lines.size(), 2u);
}

}  // namespace ndweave::harness

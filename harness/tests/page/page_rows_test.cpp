/// What the page gets of rows: machines by name, samples, what drifted, and speeds within turns.
#include "report/page_rows.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "made_run.hpp"

namespace ndweave::harness {

TEST(MachineKind, IsNamedAsTheFoldersOfResultsAre) {
    const auto kind = [](const std::string& device, const std::string& cpu) {
        record row = made_record({1}, device);
        row.backend = "cuda";
        row.origin.hw_id = "gpu";
        return machine_kinds({made_run({row}, cpu)}).at("hw");
    };
    EXPECT_EQ(kind("NVIDIA H100 80GB HBM3", "Intel(R) Xeon(R) Processor"), "nvidia-h100");
    EXPECT_EQ(kind("NVIDIA H200 behind a HIP look-alike", "Intel(R) Xeon(R) Processor"), "intel-xeon-2-cores");
    EXPECT_EQ(kind("pthread-AMD EPYC", "AMD EPYC"), "amd-epyc-2-cores");
    EXPECT_EQ(machine_kinds({made_run({made_record({1})}, "")}).at("hw"), "hw");
}

TEST(PageRows, HaveAsManySamplesAsAPlotShows) {
    std::vector<double> samples;
    for (int i = 0; i < 5000; ++i) samples.push_back(1 + 0.1 * std::sin(i));
    samples[1234] = 9;
    samples[4321] = 0.5;
    const json columns = row_columns({made_run({made_record(samples), made_record({1, 2, 3})})})["columns"];
    const auto values = [](const json& packed) {
        std::vector<double> found;
        for (const json& above : packed["above"])
            found.push_back(packed["least"].get<double>() + above.get<double>() * packed["grain"].get<double>());
        return found;
    };
    const std::vector<double> many = values(columns["samples"]["of"][0]), few = values(columns["samples"]["of"][1]);
    EXPECT_LE(many.size(), 152u);
    EXPECT_NEAR(*std::min_element(many.begin(), many.end()), 0.5, 1e-4);
    EXPECT_NEAR(*std::max_element(many.begin(), many.end()), 9, 1e-4);
    ASSERT_EQ(few.size(), 3u);
    for (std::size_t i = 0; i < few.size(); ++i) EXPECT_NEAR(few[i], static_cast<double>(i + 1), 2e-4);
    // What the table shows keeps all digits.
    EXPECT_EQ(columns["statistics/median"][1], 2.0);
    EXPECT_EQ(columns["statistics/count"][0], 5000);
}

TEST(PageRows, TellSpeedsOfRowsThatTookTurns) {
    record row = made_record(std::vector<double>(40, 1.0)), other = made_record(std::vector<double>(40, 2.0));
    other.backend = "native";
    EXPECT_TRUE(turn_speeds(made_run({row, other}).found).empty()) << "they took no turns";
    row.turns = other.turns = std::vector<std::size_t>(20, 2);
    const json speeds = turn_speeds(made_run({row, other}).found);
    ASSERT_EQ(speeds.size(), 2u);
    EXPECT_EQ(speeds[0], json({0, 1, 2.0, 2.0, 2.0}));
    EXPECT_EQ(speeds[1], json({1, 0, 0.5, 0.5, 0.5}));
    other.kernel = "another";
    EXPECT_TRUE(turn_speeds(made_run({row, other}).found).empty());
}

TEST(PageRows, TellWhatDrifted) {
    record first = made_record({1}), second = made_record({1});
    first.machine = machine_state{{{"load", {0.5, 9, 9}}}, {{"load", {2.5, 9, 9}}}};
    second.machine =
        machine_state{{{"load", {1.5, 9, 9}}}, {{"gpu", {{"celsius", 40}, {"throttled_by", {"power", "heat"}}}}}};
    const json expected = {{"celsius", {40.0, 40.0}}, {"load", {0.5, 2.5}}, {"throttled_by", {"heat", "power"}}};
    EXPECT_EQ(json(drift_of(made_run({first, second}).found)), expected);
    EXPECT_TRUE(drift_of(made_run({made_record({1})}).found).empty());
}

}  // namespace ndweave::harness

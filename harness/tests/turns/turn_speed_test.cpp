// What turns say of how rows compare, and how the table shows it.
#include "report/turn_speed.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "report/table.hpp"

namespace ndweave::harness {
namespace {

/// 20 turns of five samples around `seconds`; the machine is `slower[turn]` times as slow in a turn.
record row(const std::string& backend, double seconds, const std::vector<double>& slower, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> noise(0, 0.01);
    record r;
    r.app = "stream";
    r.kernel = "triad";
    r.backend = backend;
    r.size = "small";
    r.outcome = status::ok;
    r.fom = figure_of_merit{1 / seconds, "GB/s"};
    r.samples.emplace();
    r.turns.emplace();
    for (const double factor : slower) {
        for (int i = 0; i < 5; ++i) r.samples->push_back(seconds * factor * std::exp(noise(random)));
        r.turns->push_back(5);
    }
    r.warmups = 1;
    return r;
}

std::vector<double> calm() { return std::vector<double>(20, 1.0); }
/// Half as fast in the second half: whoever is measured then alone is taken for slow.
std::vector<double> restless() {
    std::vector<double> slower = calm();
    std::fill(slower.begin() + 10, slower.end(), 2.0);
    return slower;
}

TEST(TurnSpeed, HoldsWhereTheMachinesSpeedChanges) {
    for (const auto& slower : {calm(), restless()}) {
        const auto speed = speed_beside(row("cpu", 1.0, slower, 1), row("native", 1.1, slower, 2));
        ASSERT_TRUE(speed);
        EXPECT_NEAR(speed->estimate, 1.1, 0.02);
        EXPECT_GT(speed->low, 1.05);
        EXPECT_LT(speed->high, 1.15);
        EXPECT_TRUE(speed->is_settled());
    }
}

TEST(TurnSpeed, SaysWhereItDoesNotKnow) {
    const auto alike = speed_beside(row("cpu", 1.0, calm(), 1), row("native", 1.0, calm(), 2));
    EXPECT_TRUE(alike->low < 1 && alike->high > 1);
    EXPECT_EQ(describe(*alike).front(), '~');
    EXPECT_TRUE(alike->is_settled()) << "they differ by less than 2 %";
    record few = row("cpu", 1.0, calm(), 1);
    few.turns->resize(3);
    const auto unknown = speed_beside(few, row("native", 3.0, calm(), 2));
    EXPECT_FALSE(unknown->is_settled());
    EXPECT_EQ(describe(*unknown), "~3.00 ±?");
    EXPECT_EQ(describe({0.4, 0.3, 0.5}), "0.30 to 0.50");
    EXPECT_EQ(describe({0.9, 0.5, 1.5}), "~0.50 to 1.50");
    EXPECT_EQ(describe({12, 11.9, 12.2}), "12.0 ±2 %");
    record alone = few;
    alone.turns.reset();
    EXPECT_FALSE(speed_beside(alone, few));
}

TEST(TurnSpeed, GoesByTheStatisticOfTheFigure) {
    record cpu = row("cpu", 1.0, calm(), 1), native = row("native", 1.0, calm(), 2);
    for (std::size_t i = 0; i < cpu.samples->size(); i += 5) (*cpu.samples)[i] = 0.5;  // one of each turn
    EXPECT_NEAR(speed_beside(cpu, native)->estimate, 1, 0.02);
    cpu.fom->statistic = native.fom->statistic = apps::statistic::best;
    EXPECT_NEAR(speed_beside(cpu, native)->estimate, 2, 0.05);
}

TEST(TurnSpeed, StandsUnderTheTable) {
    const std::string text = to_table(
        {row("cpu", 1.0, restless(), 1), row("opencl", 2.2, restless(), 3), row("native", 1.1, restless(), 2)});
    EXPECT_NE(text.find("speed over native's"), std::string::npos) << text;
    EXPECT_NE(text.find("1.10 ±"), std::string::npos) << text;
    EXPECT_NE(text.find("0.50 ±"), std::string::npos) << text;
    record alone = row("cpu", 1.0, calm(), 1);
    alone.turns.reset();
    EXPECT_EQ(to_table({alone}).find("speed over"), std::string::npos);
}

}  // namespace
}  // namespace ndweave::harness

// A problem divided among ranks, which are threads here, against the same problem on one.
#include <gtest/gtest.h>

#include <mutex>
#include <random>

#include "ndweave/partition/threads.hpp"
#include "step.hpp"
#include "summary.hpp"

namespace ndweave::apps::cloverleaf {
namespace {

/// Two gases that meet, and flow, in a box whose sides are no multiples of anything.
problem flow(std::int64_t columns, std::int64_t rows, std::int64_t steps, unsigned seed) {
    std::mt19937 random(seed);
    const auto number = [&](double least, double most) {
        return std::uniform_real_distribution<>(least, most)(random);
    };
    problem p;
    p.grid = {0, 0, static_cast<double>(columns), static_cast<double>(rows), columns, rows};
    material_state everywhere;
    everywhere.density = number(0.2, 1);
    everywhere.energy = number(1, 3);
    material_state there = everywhere;
    there.density = number(1, 3);
    there.energy = number(3, 6);
    there.x_velocity = number(-0.3, 0.3);
    there.y_velocity = number(-0.3, 0.3);
    there.shape = material_state::geometry::rectangle;
    there.x_min = number(0, 0.3) * static_cast<double>(columns);
    there.x_max = number(0.5, 0.9) * static_cast<double>(columns);
    there.y_min = number(0, 0.3) * static_cast<double>(rows);
    there.y_max = number(0.5, 0.9) * static_cast<double>(rows);
    p.states = {everywhere, there};
    p.end_step = steps;
    p.first_step = 0.04;
    return p;
}

struct state {
    std::vector<double> density, energy, u, v;  // of the whole grid: cells, cells, vertices, vertices
    summary sums{};
    clock_state clock{};
};

void put(std::vector<double>& whole, const device_array<double>& field, const fields& f, std::int64_t columns,
         std::ptrdiff_t more) {
    const std::vector<double> values = field.to_host();
    for (std::ptrdiff_t row = 0; row < f.grid.rows + more; ++row) {
        for (std::ptrdiff_t column = 0; column < f.grid.columns + more; ++column) {
            const auto at = (f.part.begin[0] + row) * (columns + more) + f.part.begin[1] + column;
            whole[static_cast<std::size_t>(at)] = values[static_cast<std::size_t>(f.grid.index(column, row))];
        }
    }
}

state run(const problem& p, int ranks) {
    const auto cells = static_cast<std::size_t>(p.grid.x_cells * p.grid.y_cells),
               vertices = static_cast<std::size_t>((p.grid.x_cells + 1) * (p.grid.y_cells + 1));
    state s{std::vector<double>(cells), std::vector<double>(cells), std::vector<double>(vertices),
            std::vector<double>(vertices)};
    std::mutex one_at_a_time;
    partition::run_threads(ranks, [&](partition::communicator& world) {
        queue q;
        fields f(q, p, world);
        prepare(q, f);
        const two_steps recorded(q, f, p);
        run_to_end(q, f, p, recorded, {});
        const summary sums = summarize(q, f);
        const clock_state clock = read_clock(f);
        const std::lock_guard lock(one_at_a_time);
        put(s.density, f.now.density, f, p.grid.x_cells, 0);
        put(s.energy, f.now.energy, f, p.grid.x_cells, 0);
        put(s.u, f.now.u, f, p.grid.x_cells, 1);
        put(s.v, f.now.v, f, p.grid.x_cells, 1);
        s.sums = sums;
        s.clock = clock;
    });
    return s;
}

/// A step is the least of all ranks' and cells are computed alike, so that parts change nothing but the order in which
/// the sums are added.
void expect_same(const state& one, const state& many) {
    EXPECT_EQ(one.density, many.density);
    EXPECT_EQ(one.energy, many.energy);
    EXPECT_EQ(one.u, many.u);
    EXPECT_EQ(one.v, many.v);
    EXPECT_EQ(one.clock.time, many.clock.time);
    const double bound = 2.23e-16 * static_cast<double>(one.density.size());  // docs/ranks.md
    EXPECT_NEAR(one.sums.mass, many.sums.mass, bound * one.sums.mass);
    EXPECT_NEAR(one.sums.volume, many.sums.volume, bound * one.sums.volume);
    EXPECT_NEAR(one.sums.internal_energy, many.sums.internal_energy, bound * one.sums.internal_energy);
    EXPECT_NEAR(one.sums.kinetic_energy, many.sums.kinetic_energy, bound * one.sums.kinetic_energy);
}

TEST(Ranks, ComputeWhatOneDoes) {
    const unsigned seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    const problem p = flow(37, 29, 11, seed);
    const state one = run(p, 1);
    EXPECT_GT(one.sums.kinetic_energy, 0);
    for (const int ranks : {2, 3, 4, 6}) {
        SCOPED_TRACE(std::to_string(ranks) + " ranks");
        expect_same(one, run(p, ranks));
    }
}

TEST(Ranks, InThinParts) {
    const problem p = flow(12, 40, 5, 7);
    expect_same(run(p, 1), run(p, 13));
}

TEST(Ranks, MoreThanTheGridHasRoomForAreAnError) {
    const problem p = flow(5, 5, 1, 1);
    EXPECT_THROW(run(p, 4), exception);
}

}  // namespace
}  // namespace ndweave::apps::cloverleaf

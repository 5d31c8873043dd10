#include "ndweave/partition/grid.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace ndweave::partition {
namespace {

/// Up to `most` cells along each axis, in any number of parts.
grid<3> random_grid(std::mt19937& random, unsigned most) {
    std::array<std::int64_t, 3> cells;
    for (auto& n : cells) n = 1 + static_cast<std::int64_t>(random() % most);
    std::array<int, 3> parts;
    for (std::size_t a = 0; a < 3; ++a) parts[a] = 1 + static_cast<int>(random() % static_cast<unsigned>(cells[a]));
    return grid<3>(cells, parts);
}

TEST(Grid, EveryCellIsInOnePart) {
    std::mt19937 random(20261130);
    for (int round = 0; round < 200; ++round) {
        const grid<3> g = random_grid(random, 12);
        const auto cells = g.cells();
        const auto parts = g.parts();
        std::set<std::array<std::int64_t, 3>> seen;
        for (int r = 0; r < g.ranks(); ++r) {
            ASSERT_EQ(g.rank_at(g.place_of(r)), r);
            const box<3> b = g.part(r);
            for (auto x = b.begin[0]; x < b.end[0]; ++x)
                for (auto y = b.begin[1]; y < b.end[1]; ++y)
                    for (auto z = b.begin[2]; z < b.end[2]; ++z) ASSERT_TRUE(seen.insert({x, y, z}).second);
            for (int axis = 0; axis < 3; ++axis) {
                const auto a = static_cast<std::size_t>(axis);
                EXPECT_GE(b.extent(axis), cells[a] / parts[a]);
                EXPECT_LE(b.extent(axis), cells[a] / parts[a] + 1);
                EXPECT_EQ(g.at_border(r, axis, -1), b.begin[a] == 0);
                EXPECT_EQ(g.at_border(r, axis, 1), b.end[a] == cells[a]);
            }
        }
        EXPECT_EQ(static_cast<std::int64_t>(seen.size()), cells[0] * cells[1] * cells[2]);
    }
}

TEST(Grid, InteriorAndBordersArePartsCells) {
    std::mt19937 random(20261201);
    for (int round = 0; round < 200; ++round) {
        const grid<3> g = random_grid(random, 9);
        const int width = 1 + static_cast<int>(random() % 3);
        const auto owner = [&](std::array<std::int64_t, 3> at) {
            for (int r = 0; r < g.ranks(); ++r) {
                const box<3> b = g.part(r);
                bool inside = true;
                for (std::size_t a = 0; a < 3; ++a) inside = inside && at[a] >= b.begin[a] && at[a] < b.end[a];
                if (inside) return r;
            }
            return -1;  // outside the grid
        };
        const int rank = static_cast<int>(random() % static_cast<unsigned>(g.ranks()));
        std::set<std::array<std::int64_t, 3>> inner, outer;
        const auto collect = [](const box<3>& b, auto& into) {
            for (auto x = b.begin[0]; x < b.end[0]; ++x)
                for (auto y = b.begin[1]; y < b.end[1]; ++y)
                    for (auto z = b.begin[2]; z < b.end[2]; ++z) ASSERT_TRUE(into.insert({x, y, z}).second);
        };
        collect(g.interior(rank, width), inner);
        for (const box<3>& b : g.borders(rank, width)) {
            EXPECT_GT(b.size(), 0);
            collect(b, outer);
        }
        EXPECT_EQ(static_cast<std::int64_t>(inner.size() + outer.size()), g.part(rank).size());
        for (const auto& at : outer) EXPECT_FALSE(inner.contains(at));
        const auto meets_another = [&](std::array<std::int64_t, 3> at) {
            for (std::size_t a = 0; a < 3; ++a) {
                for (int step = -width; step <= width; ++step) {
                    auto there = at;
                    there[a] += step;
                    if (const int who = owner(there); who >= 0 && who != rank) return true;
                }
            }
            return false;
        };
        for (const auto& at : inner) EXPECT_FALSE(meets_another(at));
        // A part that is thinner than two borders has no interior along that axis.
        for (const auto& at : outer) EXPECT_TRUE(inner.empty() || meets_another(at));
    }
}

TEST(Grid, NeighboursAgree) {
    const grid<3> g({7, 9, 8}, {2, 3, 2});
    std::size_t corners = 0;
    for (int r = 0; r < g.ranks(); ++r) {
        for (const neighbour<3>& n : g.neighbours(r)) {
            corners += axes_of<3>(n.where) == 3;
            bool found = false;
            for (const neighbour<3>& back : g.neighbours(n.rank))
                found = found || (back.rank == r && back.where == opposite<3>(n.where));
            EXPECT_TRUE(found) << r << " and " << n.rank;
        }
    }
    EXPECT_EQ(corners, 16u);  // two in each of the eight directions
    EXPECT_TRUE(grid<2>({5, 5}, {1, 1}).neighbours(0).empty());
}

TEST(Grid, DividesWhereFewestCellsTouch) {
    EXPECT_EQ(grid<2>::over({960, 960}, 2).parts(), (std::array{2, 1}));
    EXPECT_EQ(grid<2>::over({100, 400}, 2).parts(), (std::array{1, 2}));
    EXPECT_EQ(grid<2>::over({960, 960}, 4).parts(), (std::array{2, 2}));
    EXPECT_EQ(grid<2>::over({960, 960}, 7).parts(), (std::array{7, 1}));
    EXPECT_EQ(grid<3>::over({60, 60, 60}, 12).parts(), (std::array{3, 2, 2}));
    EXPECT_EQ(grid<3>::over({8, 8, 8}, 1).parts(), (std::array{1, 1, 1}));
}

TEST(Grid, PartsThinnerThanAskedForAreAnError) {
    EXPECT_EQ(grid<2>::over({3, 8}, 4, 2).parts(), (std::array{1, 4}));
    try {
        grid<2>::over({3, 3}, 5, 2);
        FAIL();
    } catch (const exception& e) {
        EXPECT_EQ(e.code(), errc::invalid);
        EXPECT_NE(std::string(e.what()).find("3 x 3 cells cannot be divided among 5 ranks"), std::string::npos)
            << e.what();
    }
    try {
        grid<2>({9, 9}, {1, 5}, 2);
        FAIL();
    } catch (const exception& e) {
        EXPECT_NE(std::string(e.what()).find("1 cells along axis 1 and needs 2"), std::string::npos) << e.what();
    }
}

}  // namespace
}  // namespace ndweave::partition

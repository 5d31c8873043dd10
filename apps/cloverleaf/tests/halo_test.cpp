#include "halo.hpp"

#include <gtest/gtest.h>

#include <random>

namespace ndweave::apps::cloverleaf {
namespace {

/// A field of random values of which the test keeps a copy.
class Halo : public testing::TestWithParam<std::pair<int, int>> {
protected:
    Halo() : seed_(std::random_device()()), random_(seed_), f_(q_, problem_of(GetParam()), alone_), m_(f_.grid) {
        before_.resize(m_.size());
        for (double& v : before_) v = std::uniform_real_distribution<>(-1, 1)(random_);
    }

    static problem problem_of(std::pair<int, int> cells) {
        problem p;
        p.grid.x_cells = cells.first;
        p.grid.y_cells = cells.second;
        p.states.emplace_back();
        return p;
    }
    std::vector<double> updated(halo (*make)(const fields&, double*)) {
        device_array<double> field(q_, before_);
        update_halos(q_, f_, {make(f_, field.get())});
        return field.to_host();
    }
    double at(const std::vector<double>& field, std::ptrdiff_t column, std::ptrdiff_t row) const {
        return field[static_cast<std::size_t>(m_.index(column, row))];
    }
    double before(std::ptrdiff_t column, std::ptrdiff_t row) const { return at(before_, column, row); }

    queue q_;
    unsigned seed_;
    std::mt19937 random_;
    partition::single alone_;
    fields f_;
    mesh m_;
    std::vector<double> before_;
};

TEST_P(Halo, OfCellsMirrorsAboutTheWalls) {
    SCOPED_TRACE("seed " + std::to_string(seed_));
    const std::vector<double> f = updated(cell_halo);
    const std::ptrdiff_t nx = m_.columns, ny = m_.rows;
    for (std::ptrdiff_t c = 0; c < nx; ++c) {
        EXPECT_EQ(at(f, c, -1), before(c, 0));
        EXPECT_EQ(at(f, c, -2), before(c, 1));
        EXPECT_EQ(at(f, c, ny), before(c, ny - 1));
        EXPECT_EQ(at(f, c, ny + 1), before(c, ny - 2));
        for (std::ptrdiff_t r = 0; r < ny; ++r) EXPECT_EQ(at(f, c, r), before(c, r));
    }
    for (std::ptrdiff_t r = 0; r < ny; ++r) {
        EXPECT_EQ(at(f, -2, r), before(1, r));
        EXPECT_EQ(at(f, nx + 1, r), before(nx - 2, r));
    }
    EXPECT_EQ(at(f, -2, -1), before(1, 0));
    EXPECT_EQ(at(f, nx + 1, ny + 1), before(nx - 2, ny - 2));
}

TEST_P(Halo, OfAVelocityTurnsRoundAtItsWallOnly) {
    SCOPED_TRACE("seed " + std::to_string(seed_));
    const std::vector<double> u = updated(u_halo), v = updated(v_halo);
    const std::ptrdiff_t nx = m_.columns, ny = m_.rows;
    EXPECT_EQ(at(u, -1, 1), -before(1, 1));
    EXPECT_EQ(at(u, nx + 2, 1), -before(nx - 2, 1));
    EXPECT_EQ(at(u, 1, -1), before(1, 1));
    EXPECT_EQ(at(v, -1, 1), before(1, 1));
    EXPECT_EQ(at(v, 1, ny + 1), -before(1, ny - 1));
    EXPECT_EQ(at(u, -2, -2), -before(2, 2));
    EXPECT_EQ(at(v, nx + 2, ny + 2), -before(nx - 2, ny - 2));
    EXPECT_EQ(at(u, 0, 0), before(0, 0));
    EXPECT_EQ(at(u, nx, ny), before(nx, ny));
}

INSTANTIATE_TEST_SUITE_P(Meshes, Halo,
                         testing::Values(std::pair(2, 2), std::pair(3, 17), std::pair(31, 5), std::pair(64, 9)));

}  // namespace
}  // namespace ndweave::apps::cloverleaf

#include <algorithm>
#include <random>

#include "lulesh/equation_of_state.hpp"
#include "lulesh/hexahedron.hpp"
#include "lulesh/mesh.hpp"
#include "tests/run_app.hpp"

namespace ndweave::apps {
namespace {

using testing::expect_verified;
using testing::run_app;

TEST(Lulesh, ReproducesIterationsAndOriginEnergy) {
    for (const char* edge : {"3", "5", "10"}) expect_verified(run_app("lulesh", {{"s", edge}}));
}

TEST(Lulesh, RegionsDoNotChangeThePhysics) {
    expect_verified(run_app("lulesh", {{"s", "5"}, {"r", "1"}}));
    expect_verified(run_app("lulesh", {{"s", "5"}, {"r", "30"}, {"b", "3"}, {"c", "7"}}));
}

TEST(Lulesh, AWrongExpectationFails) {
    const auto rows = run_app("lulesh", {{"s", "4"}, {"expect", "1234.5"}});
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_FALSE(rows[0].check.passed);
}

TEST(Lulesh, NonsenseIsRefused) {
    EXPECT_NE(testing::usage_error_of("lulesh", {{"s", "1"}}).find("parameter s"), std::string::npos);
    EXPECT_NE(testing::usage_error_of("lulesh", {{"s", "ten"}}).find("'ten'"), std::string::npos);
}

/// A random, not too distorted element.
void make_element(std::mt19937& random, lulesh::corners& p) {
    std::uniform_real_distribution<double> jitter(-0.2, 0.2);
    constexpr double unit[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                   {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    for (int c = 0; c < 8; ++c)
        p[c] = {unit[c][0] + jitter(random), unit[c][1] + jitter(random), unit[c][2] + jitter(random)};
}

TEST(LuleshHexahedron, VolumeDerivativesAreDifferencesOfTheVolume) {
    const unsigned seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    for (int trial = 0; trial < 50; ++trial) {
        lulesh::corners p, d;
        make_element(random, p);
        lulesh::volume_derivatives(p, d);
        const auto difference = [&](int c, double lulesh::vec3::* axis) {
            constexpr double h = 0.125;  // any: the volume is linear in one coordinate of one corner
            lulesh::corners up, down;
            std::copy(p, p + 8, up);
            std::copy(p, p + 8, down);
            up[c].*axis += h;
            down[c].*axis -= h;
            return (lulesh::volume(up) - lulesh::volume(down)) / (2 * h);
        };
        for (int c = 0; c < 8; ++c) {
            EXPECT_NEAR(d[c].x, difference(c, &lulesh::vec3::x), 1e-12);
            EXPECT_NEAR(d[c].y, difference(c, &lulesh::vec3::y), 1e-12);
            EXPECT_NEAR(d[c].z, difference(c, &lulesh::vec3::z), 1e-12);
        }
    }
}

TEST(LuleshHexahedron, RigidMotionMakesNoHourglassForce) {
    const unsigned seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    lulesh::corners p, v, force{};
    make_element(random, p);
    const lulesh::vec3 shift{0.3, -1.2, 0.7}, spin{0.1, 0.4, -0.2};
    for (int c = 0; c < 8; ++c) v[c] = shift + lulesh::cross(spin, p[c]);
    lulesh::add_hourglass_forces(p, v, lulesh::volume(p), 1, force);
    for (const lulesh::vec3& f : force) EXPECT_NEAR(std::sqrt(lulesh::dot(f, f)), 0, 1e-12);
}

TEST(LuleshMesh, RegionsHoldEveryElementOnce) {
    for (int regions : {1, 2, 11, 40}) {
        std::vector<int> seen(1000);
        for (const auto& c : lulesh::make_regions(1000, regions, 2, 1)) {
            for (const auto e : c.elements) ++seen[static_cast<std::size_t>(e)];
        }
        EXPECT_EQ(std::ranges::count(seen, 1), 1000) << regions;
    }
}

}  // namespace
}  // namespace ndweave::apps

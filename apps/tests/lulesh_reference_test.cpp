/// Sums over the fields at the end of a run, as LLNL's serial program 2.0.3 gives them.
#include <numeric>

#include "lulesh/step.hpp"
#include "tests/run_app.hpp"

namespace ndweave::apps::lulesh {
namespace {

struct sums {
    int edge;
    std::int64_t cycles;
    double energy, pressure, viscosity, volume, x, x_velocity, kinetic_energy;
};

void PrintTo(const sums& s, std::ostream* out) { *out << "s = " << s.edge; }

class LuleshReference : public ::testing::TestWithParam<sums> {};

TEST_P(LuleshReference, SumsOfTheFieldsAgree) {
    const sums& expected = GetParam();
    queue q;
    partition::single alone;
    const mesh m(expected.edge, alone);
    domain d(q, m, make_regions(m.elements, 11, 1, 1), alone);
    d.reset(1e-2, 9999999);
    EXPECT_EQ(stepper(q, d).run({}).cycle, expected.cycles);

    const domain_view view = d.view(0);
    const auto read = [&](const double* field, std::size_t count) {
        std::vector<double> host(count);
        q.copy(field, host.data(), count).wait();
        return host;
    };
    const auto near = [](const char* what, const std::vector<double>& values, double sum) {
        EXPECT_NEAR(std::accumulate(values.begin(), values.end(), 0.0) / sum, 1, 1e-8) << what;
    };
    near("energy", read(view.energy, m.elements), expected.energy);
    near("pressure", read(view.pressure, m.elements), expected.pressure);
    near("viscosity", read(view.viscosity, m.elements), expected.viscosity);
    near("relative volume", read(view.volume, m.elements), expected.volume);
    near("x", read(view.position.x, m.nodes), expected.x);
    near("velocity along x", read(view.velocity.x, m.nodes), expected.x_velocity);
    std::vector<double> kinetic = read(view.node_mass, m.nodes);
    const auto u = read(view.velocity.x, m.nodes), v = read(view.velocity.y, m.nodes),
               w = read(view.velocity.z, m.nodes);
    for (std::size_t i = 0; i < m.nodes; ++i) kinetic[i] *= (u[i] * u[i] + v[i] * v[i] + w[i] * w[i]) / 2;
    near("kinetic energy", kinetic, expected.kinetic_energy);
}

INSTANTIATE_TEST_SUITE_P(
    Edges, LuleshReference,
    ::testing::Values(sums{3, 23, 6405.02196104566, 3342.292636738651, 5870.797856495426, 27.043014098050875,
                           37.446805393715145, 261.48423284448637, 225.56758089028494},
                      sums{5, 72, 29038.363416463075, 22896.207578029385, 16642.05330630965, 125.13099486484158,
                           128.20784230918855, 1008.3532168384809, 205.22303400877928},
                      sums{10, 231, 241746.21052262728, 199835.52971022582, 71978.91091095166, 1000.0732728568088,
                           790.2731456156351, 6006.44959757865, 167.88603060838201}));

}  // namespace
}  // namespace ndweave::apps::lulesh

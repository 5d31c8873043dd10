#include "verify.hpp"

#include <cmath>

namespace ndweave::apps::cloverleaf {
namespace {

verification compare(const char* what, double value, double expected, double tolerance) {
    verification v;
    v.checked = true;
    v.metric = std::string(what) + ", relative difference of at most the tolerance";
    v.value = value;
    v.expected = expected;
    v.tolerance = tolerance;
    // Not "> tolerance fails": a NaN must fail.
    v.passed = std::fabs(value / expected - 1) < tolerance;
    return v;
}

}  // namespace

verification verify(const summary& before, const summary& after, std::optional<double> expected,
                    const tolerances& allowed) {
    const verification volume = compare("volume, which the scheme conserves", after.volume, before.volume, 1e-9);
    if (!volume.passed) return volume;
    if (!expected) return compare("mass alone (the answer is not known)", after.mass, before.mass, allowed.mass);
    const verification mass = compare("mass, but for the walls' leak", after.mass, before.mass, allowed.mass);
    if (!mass.passed) return mass;
    return compare("kinetic energy", after.kinetic_energy, *expected, allowed.energy);
}

}  // namespace ndweave::apps::cloverleaf

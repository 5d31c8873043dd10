#include "verify.hpp"

#include "relative_check.hpp"

namespace ndweave::apps::cloverleaf {
verification verify(const summary& before, const summary& after, std::optional<double> expected,
                    const tolerances& allowed) {
    const verification volume = check_relative("volume, which the scheme conserves", after.volume, before.volume, 1e-9);
    if (!volume.passed) return volume;
    if (!expected) return check_relative("mass alone (the answer is not known)", after.mass, before.mass, allowed.mass);
    const verification mass = check_relative("mass, but for the walls' leak", after.mass, before.mass, allowed.mass);
    if (!mass.passed) return mass;
    return check_relative("kinetic energy", after.kinetic_energy, *expected, allowed.energy);
}

}  // namespace ndweave::apps::cloverleaf

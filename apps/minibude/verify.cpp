#include "verify.hpp"

#include <cmath>

#include "energy.hpp"

namespace ndweave::apps::minibude {
namespace {

double energy_of_pose(const deck& d, std::size_t pose) {
    const motion<double> m(d.poses[0][pose], d.poses[1][pose], d.poses[2][pose], d.poses[3][pose], d.poses[4][pose],
                           d.poses[5][pose]);
    double sum = 0;
    for (const atom& l : d.ligand) {
        const double x = m.coordinate(0, l), y = m.coordinate(1, l), z = m.coordinate(2, l);
        for (const atom& p : d.protein) {
            const double dx = x - p.x, dy = y - p.y, dz = z - p.z;
            sum += pair_terms<double>(l, p).energy(std::sqrt(dx * dx + dy * dy + dz * dz));
        }
    }
    return 0.5 * sum;
}

}  // namespace

reference_energies reference_of(const deck& d, std::size_t most) {
    reference_energies r;
    const std::size_t poses = d.pose_count();
    const std::size_t stride = d.reference.empty() ? (poses + most - 1) / most : 1;
    for (std::size_t p = 0; p < poses; p += stride) {
        r.indices.push_back(p);
        r.energies.push_back(d.reference.empty() ? energy_of_pose(d, p) : d.reference[p]);
    }
    return r;
}

verification verify(const std::vector<float>& energies, const reference_energies& reference) {
    verification v{true, false, "largest difference of an energy, percent of its reference", 0, 0, 0.025};
    for (std::size_t i = 0; i < reference.indices.size(); ++i) {
        const double got = energies[reference.indices[i]], wanted = reference.energies[i];
        if (std::fabs(got) < 1 && std::fabs(wanted) < 1) continue;
        const double percent = 100 * std::fabs(got - wanted) / std::fabs(wanted);
        if (!(percent <= v.value)) v.value = percent;  // a NaN stays
        if (std::isnan(v.value)) break;
    }
    v.passed = v.value <= v.tolerance;
    return v;
}

}  // namespace ndweave::apps::minibude

/// The peer: OpenMP over blocks of poses, the block's poses as SIMD lanes, compiled with -ffast-math -march=native.
#include <cmath>

#include "energy.hpp"
#include "meter.hpp"
#include "setup.hpp"

namespace ndweave::apps::minibude {
namespace {

constexpr int block = 64;

void evaluate_block(const deck& d, std::size_t first, float* energies) {
    motion<float> pose[block];
    float energy[block] = {}, x[block], y[block], z[block];
    for (int i = 0; i < block; ++i) {
        const std::size_t p = first + static_cast<std::size_t>(i) < d.pose_count() ? first + static_cast<std::size_t>(i)
                                                                                   : d.pose_count() - 1;
        pose[i] =
            motion<float>(d.poses[0][p], d.poses[1][p], d.poses[2][p], d.poses[3][p], d.poses[4][p], d.poses[5][p]);
    }
    for (const atom& l : d.ligand) {
        for (int i = 0; i < block; ++i) {
            x[i] = pose[i].coordinate(0, l);
            y[i] = pose[i].coordinate(1, l);
            z[i] = pose[i].coordinate(2, l);
        }
        for (const atom& a : d.protein) {
            const pair_terms<float> pair(l, a);
#pragma omp simd
            for (int i = 0; i < block; ++i) {
                const float dx = x[i] - a.x, dy = y[i] - a.y, dz = z[i] - a.z;
                energy[i] += pair.energy(std::sqrt(dx * dx + dy * dy + dz * dz));
            }
        }
    }
    for (int i = 0; i < block && first + static_cast<std::size_t>(i) < d.pose_count(); ++i) {
        energies[first + static_cast<std::size_t>(i)] = 0.5f * energy[i];
    }
}

}  // namespace

std::vector<result> run_native(const context& run) {
    const deck d = make_deck(run);
    std::vector<float> energies(d.pose_count(), -1e30f);
    std::vector<double> samples = sample(run, [&] {
#pragma omp parallel for schedule(static)
        for (std::size_t first = 0; first < d.pose_count(); first += block) evaluate_block(d, first, energies.data());
    });
    result r = make_result(d, block, std::move(samples), energies, reference_of(d, most_reference_poses));
    r.notes["ppwi"] = std::to_string(block);
    return {r};
}

}  // namespace ndweave::apps::minibude

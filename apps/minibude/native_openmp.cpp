/// The peer: OpenMP over blocks of poses, the block's poses as SIMD lanes, compiled with -ffast-math -march=native.
#include "meter.hpp"
#include "poses.hpp"
#include "setup.hpp"

namespace ndweave::apps::minibude {

std::vector<result> run_native(const context& run) {
    constexpr std::uint32_t block = 64;
    const deck d = make_deck(run);
    std::vector<float> energies(d.pose_count(), -1e30f);
    problem p{d.protein.data(),
              d.ligand.data(),
              static_cast<std::int32_t>(d.protein.size()),
              static_cast<std::int32_t>(d.ligand.size()),
              {},
              energies.data(),
              static_cast<std::uint32_t>(d.pose_count())};
    for (std::size_t c = 0; c < 6; ++c) p.poses[c] = d.poses[c].data();
    timing times = sample(run, [&] {
#pragma omp parallel for schedule(static)
        for (std::uint32_t first = 0; first < p.pose_count; first += block) evaluate_poses<block>(p, first, 1);
    });
    result r = make_result(d, block, std::move(times), energies, reference_of(d, max_reference_poses));
    r.notes["ppwi"] = std::to_string(block);
    return {r};
}

}  // namespace ndweave::apps::minibude

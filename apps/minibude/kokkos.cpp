/// The peer in Kokkos. On a device a team's items take poses a team apart, several each, as the CUDA C++ peer's threads
/// do; on the host an item takes a block of neighbouring poses, which become SIMD lanes.
#include "kokkos.hpp"

#include "kokkos_session.hpp"
#include "poses.hpp"

namespace ndweave::apps::minibude {
namespace {

using policy = Kokkos::TeamPolicy<>;

template <int Poses>
struct fasten {
    problem p;
    KOKKOS_FUNCTION void operator()(const policy::member_type& team) const {
        const auto group = static_cast<std::uint32_t>(team.team_size());
        evaluate_poses<Poses>(p,
                              static_cast<std::uint32_t>(team.league_rank()) * group * Poses +
                                  static_cast<std::uint32_t>(team.team_rank()),
                              group);
    }
};

template <int Block>
struct fasten_on_host {
    problem p;
    void operator()(std::uint32_t i) const { evaluate_poses<Block>(p, i * Block, 1); }
};

template <class F>
auto with_poses(int ppwi, const F& f) {
    switch (ppwi) {
        case 1:
            return f(std::integral_constant<int, 1>());
        case 2:
            return f(std::integral_constant<int, 2>());
        case 4:
            return f(std::integral_constant<int, 4>());
        case 8:
            return f(std::integral_constant<int, 8>());
        case 16:
            return f(std::integral_constant<int, 16>());
        case 32:
            return f(std::integral_constant<int, 32>());
        case 64:
            return f(std::integral_constant<int, 64>());
        default:
            return f(std::integral_constant<int, 128>());
    }
}

class kokkos_docking : public docking {
public:
    explicit kokkos_docking(const deck& d)
        : protein_(on_device(d.protein.data(), d.protein.size())),
          ligand_(on_device(d.ligand.data(), d.ligand.size())),
          energies_("energies", d.pose_count()) {
        problem_ = {protein_.data(),
                    ligand_.data(),
                    static_cast<std::int32_t>(d.protein.size()),
                    static_cast<std::int32_t>(d.ligand.size()),
                    {},
                    energies_.data(),
                    static_cast<std::uint32_t>(d.pose_count())};
        for (std::size_t c = 0; c < 6; ++c) {
            poses_.push_back(on_device(d.poses[c].data(), d.pose_count()));
            problem_.poses[c] = poses_[c].data();
        }
        forget();
    }

    void evaluate(int ppwi, int work_group) override {
        if constexpr (kokkos_on_host) {
            constexpr std::uint32_t block = kokkos_host_block;
            Kokkos::parallel_for("fasten", (problem_.pose_count + block - 1) / block,
                                 fasten_on_host<kokkos_host_block>{problem_});
        } else {
            const auto team = static_cast<std::uint32_t>(work_group),
                       per_team = team * static_cast<std::uint32_t>(ppwi);
            const policy teams(static_cast<int>((problem_.pose_count + per_team - 1) / per_team), work_group);
            with_poses(ppwi, [&](auto poses) { Kokkos::parallel_for("fasten", teams, fasten<poses>{problem_}); });
        }
        Kokkos::fence();
    }
    void forget() override { Kokkos::deep_copy(energies_, -1e30f); }
    std::vector<float> energies() override { return to_host(energies_); }
    int largest_work_group(int ppwi) const override {
        if constexpr (kokkos_on_host) return 1;
        return with_poses(ppwi, [&](auto poses) {
            return policy(1, 1).team_size_max(fasten<poses>{problem_}, Kokkos::ParallelForTag());
        });
    }

private:
    Kokkos::View<atom*> protein_, ligand_;
    std::vector<Kokkos::View<float*>> poses_;
    Kokkos::View<float*> energies_;
    problem problem_{};
};

std::unique_ptr<docking> make(const deck& d) {
    start_kokkos();
    return std::make_unique<kokkos_docking>(d);
}

}  // namespace

NDWEAVE_KOKKOS_PEER_IS({make})

}  // namespace ndweave::apps::minibude

/// The peer in Kokkos: every item evaluates a block of poses. On the host the block's poses are neighbours and become
/// SIMD lanes; on a GPU neighbouring items take neighbouring poses.
#include "kokkos_session.hpp"
#include "meter.hpp"
#include "poses.hpp"
#include "setup.hpp"

namespace ndweave::apps::minibude {
namespace {

constexpr int block = kokkos_on_host ? 64 : 4;

template <class T>
using view = Kokkos::View<T*>;

template <class T>
view<T> on_device(const std::vector<T>& host) {
    using unmanaged = Kokkos::View<const T*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
    view<T> device("deck", host.size());
    Kokkos::deep_copy(device, unmanaged(host.data(), host.size()));
    return device;
}

}  // namespace

std::vector<result> run_kokkos(const context& run) {
    start_kokkos();
    const deck d = make_deck(run);
    const view<atom> protein = on_device(d.protein), ligand = on_device(d.ligand);
    std::vector<view<float>> coordinates;
    for (const std::vector<float>& coordinate : d.poses) coordinates.push_back(on_device(coordinate));
    const view<float> energies = on_device(std::vector<float>(d.pose_count(), -1e30f));
    problem p{protein.data(),
              ligand.data(),
              static_cast<std::int32_t>(d.protein.size()),
              static_cast<std::int32_t>(d.ligand.size()),
              {},
              energies.data(),
              static_cast<std::uint32_t>(d.pose_count())};
    for (std::size_t c = 0; c < 6; ++c) p.poses[c] = coordinates[c].data();

    const std::uint32_t items = (p.pose_count + block - 1) / block;
    timing times = sample(run, [&] {
        Kokkos::parallel_for(
            "fasten", items, KOKKOS_LAMBDA(const std::uint32_t i) {
                evaluate_poses<block>(p, kokkos_on_host ? i * block : i, kokkos_on_host ? 1 : items);
            });
        Kokkos::fence();
    });
    const auto found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), energies);
    result r = make_result(d, block, std::move(times), {found.data(), found.data() + found.size()},
                           reference_of(d, most_reference_poses));
    r.notes["ppwi"] = std::to_string(block);
    r.notes["kokkos"] = kokkos_name();
    return {r};
}

}  // namespace ndweave::apps::minibude

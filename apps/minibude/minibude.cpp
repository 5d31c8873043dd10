#include <algorithm>
#include <array>
#include <utility>

#include "app.hpp"
#include "device_array.hpp"
#include "event_time.hpp"
#include "fasten.hpp"
#include "kokkos.hpp"
#include "peer_library.hpp"
#include "setup.hpp"
#include "sweep.hpp"

namespace ndweave::apps {
namespace minibude {

namespace {

using submit_function = event (*)(queue&, const problem&, std::size_t work_group);

template <int PosesPerItem>
event submit(queue& q, const problem& p, std::size_t work_group) {
    const std::size_t per_group = work_group * PosesPerItem;
    const std::size_t groups = (p.pose_count + per_group - 1) / per_group;
    kernel_properties properties;
    properties.fast_math = true;
    return q.parallel_for<struct fasten_name>(nd_range<1>(groups * work_group, work_group), properties,
                                              fasten<PosesPerItem>{p});
}

template <std::size_t... I>
constexpr std::array<submit_function, sizeof...(I)> submitters(std::index_sequence<I...>) {
    return {&submit<ppwi_values[I]>...};
}

submit_function submitter_of(int ppwi) {
    static constexpr auto table = submitters(std::make_index_sequence<ppwi_values.size()>());
    return table[static_cast<std::size_t>(std::ranges::find(ppwi_values, ppwi) - ppwi_values.begin())];
}

class device_docking : public docking {
public:
    device_docking(queue& q, const deck& d)
        : q_(q), protein_(q, d.protein), ligand_(q, d.ligand), energies_(q, poison(d.pose_count())) {
        for (const std::vector<float>& coordinate : d.poses) poses_.emplace_back(q, coordinate);
        problem_ = {protein_.get(),
                    ligand_.get(),
                    static_cast<std::int32_t>(d.protein.size()),
                    static_cast<std::int32_t>(d.ligand.size()),
                    {},
                    energies_.get(),
                    static_cast<std::uint32_t>(d.pose_count())};
        for (std::size_t c = 0; c < 6; ++c) problem_.poses[c] = poses_[c].get();
    }

    void evaluate(int ppwi, int work_group) override {
        submitter_of(ppwi)(q_, problem_, static_cast<std::size_t>(work_group));
        q_.wait();
    }
    std::vector<double> event_samples(const context& run, int ppwi, int work_group) override {
        return apps::event_samples(run, [&](queue& timed) {
            const event done = submitter_of(ppwi)(timed, problem_, static_cast<std::size_t>(work_group));
            return device_seconds(done, done);
        });
    }
    void forget() override { energies_.assign(poison(energies_.size())); }
    std::vector<float> energies() override { return energies_.to_host(); }
    int largest_work_group(int) const override {
        return static_cast<int>(q_.get_device().get_info<info::device::max_work_group_size>());
    }

private:
    static std::vector<float> poison(std::size_t count) { return std::vector<float>(count, -1e30f); }

    queue& q_;
    device_array<atom> protein_, ligand_;
    std::vector<device_array<float>> poses_;
    device_array<float> energies_;
    problem problem_{};
};

std::vector<result> run_device(const context& run) {
    const deck d = make_deck(run);
    device_docking where(*run.queue, d);
    return sweep_and_measure(run, d, where, run.queue->get_device().is_gpu());
}

std::vector<result> run_cuda(const context& run) {
    const deck d = make_deck(run);
    return sweep_and_measure(run, d, *make_cuda_docking(d), true);
}

std::vector<result> run_kokkos(const context& run) {
    const auto& peer = kokkos_peer_of<kokkos_makers>("minibude");
    const deck d = make_deck(run);
    const std::unique_ptr<docking> where = peer.make.make(d);
    return with_kokkos_name(
        peer.on_host ? measure(run, d, *where, kokkos_host_block, 1) : sweep_and_measure(run, d, *where, true),
        peer.name());
}

std::string cuda_missing() { return cuda_peer_missing("minibude"); }
std::string kokkos_missing() { return apps::kokkos_missing<kokkos_makers>("minibude"); }

}  // namespace
}  // namespace minibude

extern const application minibude_app{"minibude",
                                      "docking energies of a ligand over many poses",
                                      {"deck", "ppwi", "wg", "poses"},
                                      minibude::run_device,
                                      {
                                          {"native", minibude::run_native, linked_peer_missing},
                                          {"native-cuda", minibude::run_cuda, minibude::cuda_missing},
                                          {"kokkos", minibude::run_kokkos, minibude::kokkos_missing},
                                      }};

}  // namespace ndweave::apps

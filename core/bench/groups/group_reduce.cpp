// Reductions of work-groups of 256 work-items, 64 one after the other in 1200 groups (group_reduce of J. Meyer, "A
// performance-portable SYCL compiler for CPU", 2021, figure 6.5, has 512): the group algorithm, the same by its
// sub-groups, and a tree in local memory.
#include <vector>

#include "groups/teams.hpp"

namespace ndweave::bench {
namespace {

/// The group algorithm in the place of a team.
struct by_group_algorithm {
    struct team {
        nd_item<1> it;
        std::size_t lane() const { return it.get_local_id(0); }
        template <class Op>
        float reduce(float x, Op op) const {
            return reduce_over_group(it.get_group(), x, op);
        }
    };
    template <class T, class Body>
    static void launch(queue& q, std::size_t rows, const kernel_properties& properties, const Body& body) {
        q.parallel_for(nd_range<1>(rows * team_group, team_group), properties,
                       [=](nd_item<1> it) { body(team{it}, it.get_group(0)); });
    }
};

template <class Way>
struct group_reduce {
    static constexpr bool barriers = true;
    static constexpr int repeats = 64;
    queue q;
    std::size_t groups, n;
    array<float> in, out;

    explicit group_reduce(setup& s) : q(s.q), groups(s.size(1200, 7)), n(groups * team_group), in(n, q), out(n, q) {
        for (std::size_t i = 0; i < n; ++i) in[i] = static_cast<float>(s.whole(0, 3));
        for (std::size_t i = 0; i < n; ++i) out[i] = -1;
    }

    void run(const kernel_properties& properties) {
        const float* const from = in.get();
        float* const to = out.get();
        Way::template launch<float>(q, groups, properties, [=](const auto& team, std::size_t row) {
            const std::size_t i = row * team_group + team.lane();
            const float x = from[i];
            float total = 0;
            for (int r = 0; r < repeats; ++r) total += team.reduce(x + static_cast<float>(r), plus<>());
            to[i] = total;
        });
    }
    void run(const peer_table& peer) { peer.group_sums(out.get(), in.get(), n, team_group, repeats); }

    std::size_t items() const { return n * repeats; }

    /// Whole numbers below 2^24: every order gives the same.
    std::string wrong() const {
        std::vector<double> reference(groups);
        for (std::size_t g = 0; g < groups; ++g) {
            double sum = 0;
            for (std::size_t i = 0; i < team_group; ++i) sum += in[g * team_group + i];
            reference[g] = repeats * sum + team_group * (repeats * (repeats - 1) / 2);
        }
        return compare(out, [&](std::size_t i) { return expected{reference[i / team_group]}; });
    }
};

}  // namespace

void register_benchmarks() {
    const std::string name = "group_reduce";
    register_kernel<group_reduce<by_group_algorithm>>(name + "/group");
    register_kernel<group_reduce<by_sub_groups>>(name + "/sub_groups_16", {.sub_group_size = 16});
    register_kernel<group_reduce<by_sub_groups>>(name + "/sub_groups_32", {.sub_group_size = 32});
    register_kernel<group_reduce<by_local_memory>>(name + "/local");
    register_peers<group_reduce<by_group_algorithm>>(name);
}

}  // namespace ndweave::bench

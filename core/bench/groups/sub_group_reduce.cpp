// One operation of sub-groups for each of 2^18 floats, which stay in the caches, beside the same of work-groups that
// are as large: the counter `per_item` is what a work-item's costs.
#include <algorithm>
#include <vector>

#include "groups/teams.hpp"

namespace ndweave::bench {
namespace {

/// The sum of the values of each `lanes` work-items, for each of them, by Sum::of(item, value).
template <class Sum, std::size_t lanes>
struct sums {
    static constexpr bool barriers = true;
    queue q;
    std::size_t n;
    array<float> in, out;

    explicit sums(setup& s) : q(s.q), n(s.size(std::size_t{1} << 18, 10'007)), in(n, q), out(n, q) {
        for (std::size_t i = 0; i < n; ++i) in[i] = static_cast<float>(s.whole(-99, 99));
        for (std::size_t i = 0; i < n; ++i) out[i] = 0.5f;
    }

    void run(const kernel_properties& properties) {
        const float* const from = in.get();
        float* const to = out.get();
        const std::size_t end = n, local = Sum::of_whole_group ? lanes : team_group;
        q.parallel_for(nd_range<1>((n + local - 1) / local * local, local), properties, [=](nd_item<1> it) {
            const std::size_t i = it.get_global_id(0);
            const float sum = Sum::of(it, i < end ? from[i] : 0.0f);
            if (i < end) to[i] = sum;
        });
    }
    void run(const peer_table& peer) { peer.group_sums(out.get(), in.get(), n, lanes, 1); }

    std::size_t items() const { return n; }

    /// Whole numbers: every order gives the same.
    std::string wrong() const {
        std::vector<double> reference(n);
        for (std::size_t first = 0; first < n; first += lanes) {
            const std::size_t last = std::min(first + lanes, n);
            double sum = 0;
            for (std::size_t i = first; i < last; ++i) sum += in[i];
            for (std::size_t i = first; i < last; ++i) reference[i] = sum;
        }
        return compare(out, [&](std::size_t i) { return expected{reference[i]}; });
    }
};

struct by_group_algorithm {
    static constexpr bool of_whole_group = true;
    static float of(const nd_item<1>& it, float x) { return reduce_over_group(it.get_group(), x, plus<>()); }
};

struct by_sub_group_algorithm {
    static constexpr bool of_whole_group = false;
    static float of(const nd_item<1>& it, float x) { return reduce_over_group(it.get_sub_group(), x, plus<>()); }
};

struct by_xor {
    static constexpr bool of_whole_group = false;
    static float of(const nd_item<1>& it, float x) {
        const sub_group sg = it.get_sub_group();
        for (std::uint32_t mask = static_cast<std::uint32_t>(sg.get_max_local_range()[0]) / 2; mask > 0; mask /= 2) {
            x += permute_group_by_xor(sg, x, mask);
        }
        return x;
    }
};

struct by_shifts {
    static constexpr bool of_whole_group = false;
    static float of(const nd_item<1>& it, float x) {
        const sub_group sg = it.get_sub_group();
        for (std::uint32_t delta = static_cast<std::uint32_t>(sg.get_max_local_range()[0]) / 2; delta > 0; delta /= 2) {
            x += shift_group_left(sg, x, delta);
        }
        return select_from_group(sg, x, 0);
    }
};

template <std::uint32_t lanes>
void register_size() {
    const std::string name = "sub_group_reduce/of_" + std::to_string(lanes);
    register_kernel<sums<by_sub_group_algorithm, lanes>>(name + "/sub_group", {.sub_group_size = lanes});
    register_kernel<sums<by_xor, lanes>>(name + "/xor", {.sub_group_size = lanes});
    register_kernel<sums<by_shifts, lanes>>(name + "/shifts", {.sub_group_size = lanes});
    register_kernel<sums<by_group_algorithm, lanes>>(name + "/group");
    register_peers<sums<by_group_algorithm, lanes>>(name);
}

}  // namespace

void register_benchmarks() {
    register_size<16>();
    register_size<32>();
}

}  // namespace ndweave::bench

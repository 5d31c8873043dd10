// Stream compaction: those of 2^22 floats that are below a threshold, which about half are. Each team votes, counts the
// votes before each work-item's, and takes places for all of its elements with one atomic operation.
#include <algorithm>
#include <iterator>
#include <type_traits>
#include <vector>

#include "groups/teams.hpp"

namespace ndweave::bench {
namespace {

template <class Way>
struct compaction {
    static constexpr bool barriers = true;
    queue q;
    std::size_t n;
    float threshold;
    array<float> in, out;
    array<std::uint32_t> count;

    explicit compaction(setup& s)
        : q(s.q),
          n(s.size(std::size_t{1} << 22, 10'007)),
          threshold(s.uniform(-0.2f, 0.2f)),
          in(n, q),
          out(n, q),
          count(1, q) {
        for (std::size_t i = 0; i < n; ++i) in[i] = s.uniform(-1, 1);
        for (std::size_t i = 0; i < n; ++i) out[i] = 1000;
        count[0] = 0;
    }

    void run(const kernel_properties& properties) {
        const float* const x = in.get();
        float* const y = out.get();
        std::uint32_t* const taken = count.get();
        const std::size_t end = n;
        const float limit = threshold;
        const std::size_t lanes = std::is_same_v<Way, by_sub_group> ? properties.sub_group_size : team_group;
        q.memset(taken, 0, sizeof *taken);
        Way::template launch<std::uint32_t>(
            q, (n + lanes - 1) / lanes, properties, [=](const auto& team, std::size_t row) {
                const std::size_t i = row * team.lanes() + team.lane();
                const bool keep = i < end && x[i] < limit;
                const auto [rank, votes] = team.rank(keep);
                std::uint32_t base = 0;
                if (team.lane() == 0) {
                    base =
                        atomic_ref<std::uint32_t, memory_order::relaxed, memory_scope::device>(*taken).fetch_add(votes);
                }
                base = team.broadcast(base);
                if (keep) y[base + rank - 1] = x[i];
            });
    }
    void run(const peer_table& peer) {
        count[0] = static_cast<std::uint32_t>(peer.compact(out.get(), in.get(), n, threshold));
    }

    std::size_t bytes() const { return in.bytes() + count[0] * sizeof(float); }

    /// Teams come in any order.
    std::string wrong() const {
        std::vector<float> reference, got(out.get(), out.get() + std::min<std::size_t>(count[0], n));
        std::copy_if(in.get(), in.get() + n, std::back_inserter(reference), [&](float x) { return x < threshold; });
        std::sort(reference.begin(), reference.end());
        std::sort(got.begin(), got.end());
        if (got.size() != reference.size()) {
            return std::to_string(count[0]) + " elements instead of " + std::to_string(reference.size());
        }
        return got == reference ? "" : "elements that are not those of the input";
    }
};

}  // namespace

void register_benchmarks() { register_ways<compaction>("compaction"); }

}  // namespace ndweave::bench

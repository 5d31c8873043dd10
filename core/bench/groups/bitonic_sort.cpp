// Blocks of 2^20 keys, each sorted by a bitonic network with a key for each work-item: blocks as long as a sub-group,
// and of 256.
//
// K. E. Batcher, "Sorting networks and their applications", AFIPS SJCC 32, 1968.
#include <algorithm>
#include <limits>
#include <type_traits>
#include <vector>

#include "groups/teams.hpp"

namespace ndweave::bench {
namespace {

template <class Way, std::uint32_t length>
struct sorted_blocks {
    static constexpr bool barriers = true;
    static constexpr std::size_t lanes = std::is_same_v<Way, by_sub_group> ? length : team_group;
    queue q;
    std::size_t n;
    array<std::uint32_t> in, out;

    explicit sorted_blocks(setup& s) : q(s.q), n(s.size(std::size_t{1} << 20, 10'007)), in(n, q), out(n, q) {
        for (std::size_t i = 0; i < n; ++i) in[i] = s.random() >> s.random() % 32;
        for (std::size_t i = 0; i < n; ++i) out[i] = 12345;
    }

    void run(const kernel_properties& properties) {
        const std::uint32_t* const from = in.get();
        std::uint32_t* const to = out.get();
        const std::size_t end = n;
        Way::template launch<std::uint32_t>(
            q, (n + lanes - 1) / lanes, properties, [=](const auto& team, std::size_t row) {
                const std::size_t i = row * lanes + team.lane();
                const std::uint32_t place = static_cast<std::uint32_t>(team.lane()) % length;
                std::uint32_t key = i < end ? from[i] : std::numeric_limits<std::uint32_t>::max();
                for (std::uint32_t size = 2; size <= length; size *= 2) {
                    for (std::uint32_t step = size / 2; step > 0; step /= 2) {
                        const std::uint32_t other = team.exchange(key, step);
                        const bool ascending = (place & size % length) == 0, first = (place & step) == 0;
                        key = first == ascending ? std::min(key, other) : std::max(key, other);
                    }
                }
                if (i < end) to[i] = key;
            });
    }
    void run(const peer_table& peer) { peer.sort_blocks(out.get(), in.get(), n, length); }

    std::size_t items() const { return n; }

    std::string wrong() const {
        std::vector<std::uint32_t> reference(in.get(), in.get() + n);
        for (std::size_t first = 0; first < n; first += length) {
            std::sort(reference.begin() + static_cast<std::ptrdiff_t>(first),
                      reference.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(first + length, n)));
        }
        return compare(out, [&](std::size_t i) { return expected{static_cast<double>(reference[i])}; });
    }
};

template <std::uint32_t size>
void register_size() {
    const std::string suffix = std::to_string(size), blocks = "bitonic_sort/blocks_of_" + suffix;
    register_kernel<sorted_blocks<by_sub_group, size>>(blocks + "/sub_group", {.sub_group_size = size});
    register_kernel<sorted_blocks<by_local_memory, size>>(blocks + "/local");
    register_peers<sorted_blocks<by_local_memory, size>>(blocks);
    register_kernel<sorted_blocks<by_sub_groups, team_group>>("bitonic_sort/blocks_of_256/sub_groups_" + suffix,
                                                              {.sub_group_size = size});
}

}  // namespace

void register_benchmarks() {
    register_size<16>();
    register_size<32>();
    register_kernel<sorted_blocks<by_local_memory, team_group>>("bitonic_sort/blocks_of_256/local");
    register_peers<sorted_blocks<by_local_memory, team_group>>("bitonic_sort/blocks_of_256");
}

}  // namespace ndweave::bench

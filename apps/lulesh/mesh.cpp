#include "mesh.hpp"

#include <cmath>
#include <map>
#include <random>

namespace ndweave::apps::lulesh {

mesh::mesh(int edge_elements)
    : edge(edge_elements),
      elements(static_cast<std::size_t>(edge) * static_cast<std::size_t>(edge) * static_cast<std::size_t>(edge)),
      nodes(static_cast<std::size_t>(edge + 1) * static_cast<std::size_t>(edge + 1) *
            static_cast<std::size_t>(edge + 1)) {
    place_nodes();
    connect_nodes();
    connect_elements();
}

std::size_t mesh::node_at(int i, int j, int k) const {
    return static_cast<std::size_t>((k * (edge + 1) + j) * (edge + 1) + i);
}

void mesh::place_nodes() {
    x.resize(nodes);
    y.resize(nodes);
    z.resize(nodes);
    symmetry.resize(nodes);
    for (int k = 0; k <= edge; ++k) {
        for (int j = 0; j <= edge; ++j) {
            for (int i = 0; i <= edge; ++i) {
                const std::size_t p = node_at(i, j, k);
                x[p] = 1.125 * i / edge;
                y[p] = 1.125 * j / edge;
                z[p] = 1.125 * k / edge;
                symmetry[p] = static_cast<std::uint8_t>((i == 0) | (j == 0) << 1 | (k == 0) << 2);
            }
        }
    }
}

void mesh::connect_nodes() {
    constexpr int offset[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                  {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    corner_node.resize(8 * elements);
    node_corner.assign(8 * nodes, static_cast<std::int32_t>(8 * elements));
    std::vector<std::uint8_t> used(nodes, 0);
    std::size_t e = 0;
    for (int k = 0; k < edge; ++k) {
        for (int j = 0; j < edge; ++j) {
            for (int i = 0; i < edge; ++i, ++e) {
                for (std::size_t c = 0; c < 8; ++c) {
                    const std::size_t p = node_at(i + offset[c][0], j + offset[c][1], k + offset[c][2]);
                    corner_node[c * elements + e] = static_cast<std::int32_t>(p);
                    node_corner[used[p]++ * nodes + p] = static_cast<std::int32_t>(c * elements + e);
                }
            }
        }
    }
}

void mesh::connect_elements() {
    const std::int32_t stride[3] = {1, edge, edge * edge};
    for (std::size_t d = 0; d < 3; ++d) {
        for (const std::size_t side : {2 * d, 2 * d + 1}) {
            neighbour[side].resize(elements);
            across[side].resize(elements);
        }
        for (std::size_t e = 0; e < elements; ++e) {
            const auto here = static_cast<std::int32_t>(e);
            const std::int32_t at = here / stride[d] % edge;
            const bool low = at == 0, high = at == edge - 1;
            neighbour[2 * d][e] = here - (low ? 0 : stride[d]);
            neighbour[2 * d + 1][e] = here + (high ? 0 : stride[d]);
            across[2 * d][e] = low ? symmetric : inside;
            across[2 * d + 1][e] = high ? open : inside;
        }
    }
}

namespace {

int repetitions_of(int region, int regions, int cost) {
    if (region < regions / 2) return 1;
    return region < regions - (regions + 15) / 20 ? 1 + cost : 10 * (1 + cost);
}

/// Mostly short runs: three quarters of them up to 15 elements, one in fifty above 512.
int run_length(std::minstd_rand& random) {
    const auto below = [&](unsigned n) { return static_cast<int>(random() % n); };
    const int draw = below(1000);
    if (draw < 773) return below(15) + 1;
    if (draw < 937) return below(16) + 16;
    if (draw < 970) return below(32) + 32;
    if (draw < 974) return below(64) + 64;
    if (draw < 978) return below(128) + 128;
    if (draw < 981) return below(256) + 256;
    return below(1537) + 512;
}

}  // namespace

std::vector<region_class> make_regions(std::size_t elements, int regions, int balance, int cost) {
    std::vector<double> weights;
    for (int r = 0; r < regions; ++r) weights.push_back(std::pow(r + 1.0, balance));
    std::vector<double> bounds(weights);
    for (std::size_t r = 1; r < bounds.size(); ++r) bounds[r] += bounds[r - 1];

    std::map<int, std::vector<std::int32_t>> by_repetitions;
    std::minstd_rand random(1);
    int last = -1;
    for (std::size_t next = 0; next < elements;) {
        int region = 0;
        do {
            const double draw = bounds.back() * static_cast<double>(random() - 1) / 2147483646.0;
            region = 0;
            while (region + 1 < regions && draw >= bounds[static_cast<std::size_t>(region)]) ++region;
        } while (regions > 1 && region == last);
        last = region;
        auto& list = by_repetitions[repetitions_of(region, regions, cost)];
        for (int left = run_length(random); left > 0 && next < elements; --left)
            list.push_back(static_cast<std::int32_t>(next++));
    }
    std::vector<region_class> classes;
    for (auto& [repetitions, list] : by_repetitions) classes.push_back({repetitions, std::move(list)});
    return classes;
}

}  // namespace ndweave::apps::lulesh

#include "mesh.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <random>

namespace ndweave::apps::lulesh {

namespace {

/// Calls f(places) for every point of a box, the last axis first.
template <class F>
void for_each_place(const partition::box<3>& b, const F& f) {
    for (std::int64_t k = b.begin[0]; k < b.end[0]; ++k) {
        for (std::int64_t j = b.begin[1]; j < b.end[1]; ++j) {
            for (std::int64_t i = b.begin[2]; i < b.end[2]; ++i) f(std::array{k, j, i});
        }
    }
}

bool has(const partition::box<3>& b, const std::array<std::int64_t, 3>& p) {
    for (std::size_t a = 0; a < 3; ++a) {
        if (p[a] < b.begin[a] || p[a] >= b.end[a]) return false;
    }
    return true;
}

/// With the elements around it that the cube has.
partition::box<3> grown(partition::box<3> b, int edge) {
    for (std::size_t a = 0; a < 3; ++a) {
        b.begin[a] = std::max<std::int64_t>(b.begin[a] - 1, 0);
        b.end[a] = std::min<std::int64_t>(b.end[a] + 1, edge);
    }
    return b;
}

}  // namespace

mesh::mesh(int edge_elements, const partition::communicator& world) : edge(edge_elements) {
    const auto division = partition::grid<3>::over({edge, edge, edge}, world.size());
    part = division.part(world.rank());
    elements = static_cast<std::size_t>(part.size());
    nodes = 1;
    for (int axis = 0; axis < 3; ++axis) nodes *= static_cast<std::size_t>(part.extent(axis) + 1);
    number_elements(division, world.rank());
    place_nodes();
    connect_nodes();
    connect_elements();
}

void mesh::number_elements(const partition::grid<3>& division, int rank) {
    const partition::box<3> around = grown(part, edge);
    for_each_place(part, [&](const places& p) { in_cube_.push_back(cube_number(p)); });
    for_each_place(around, [&](const places& p) {
        ghost_here_.push_back(has(part, p) ? -1 : static_cast<std::int32_t>(in_cube_.size()));
        if (!has(part, p)) in_cube_.push_back(cube_number(p));
    });
    ghosts = in_cube_.size() - elements;
    for (const partition::neighbour<3>& n : division.neighbours(rank)) {
        const partition::box<3> theirs = division.part(n.rank), around_theirs = grown(theirs, edge);
        partition::exchange_list list{n.rank, {}, {}};
        for_each_place(part, [&](const places& p) {
            if (has(around_theirs, p)) list.sent.push_back(here(p[0], p[1], p[2]));
        });
        for_each_place(around, [&](const places& p) {
            if (has(theirs, p)) list.received.push_back(here(p[0], p[1], p[2]));
        });
        lists.push_back(std::move(list));
    }
}

std::int32_t mesh::here(std::int64_t k, std::int64_t j, std::int64_t i) const {
    const places p{k, j, i};
    const bool own = has(part, p);
    const partition::box<3> b = own ? part : grown(part, edge);
    if (!has(b, p)) return -1;
    const std::int64_t at = ((k - b.begin[0]) * b.extent(1) + j - b.begin[1]) * b.extent(2) + i - b.begin[2];
    return own ? static_cast<std::int32_t>(at) : ghost_here_[static_cast<std::size_t>(at)];
}

mesh::point mesh::place_of(std::int64_t k, std::int64_t j, std::int64_t i) const {
    const auto along = [this](std::int64_t n) { return 1.125 * static_cast<double>(n) / edge; };
    return {along(i), along(j), along(k)};
}

void mesh::place_nodes() {
    partition::box<3> b = part;
    for (std::int64_t& end : b.end) ++end;
    for_each_place(b, [&](const places& p) {
        const point at = place_of(p[0], p[1], p[2]);
        x.push_back(at.x);
        y.push_back(at.y);
        z.push_back(at.z);
        symmetry.push_back(static_cast<std::uint8_t>((p[2] == 0) | (p[1] == 0) << 1 | (p[0] == 0) << 2));
    });
}

void mesh::connect_nodes() {
    corner_node.resize(8 * elements);
    node_corner.assign(8 * nodes, static_cast<std::int32_t>(8 * all()));
    std::vector<std::uint8_t> used(nodes, 0);
    partition::box<3> b = part;
    for (std::int64_t& end : b.end) ++end;
    // In the order of the cube's elements: forces are added in it, whoever computes them.
    for_each_place(grown(part, edge), [&](const places& p) {
        const auto e = static_cast<std::size_t>(here(p[0], p[1], p[2]));
        for (std::size_t c = 0; c < 8; ++c) {
            const places n{p[0] + corner_offset[c][2], p[1] + corner_offset[c][1], p[2] + corner_offset[c][0]};
            if (!has(b, n)) continue;
            const auto at = static_cast<std::size_t>(
                ((n[0] - b.begin[0]) * b.extent(1) + n[1] - b.begin[1]) * b.extent(2) + n[2] - b.begin[2]);
            if (e < elements) corner_node[c * elements + e] = static_cast<std::int32_t>(at);
            node_corner[used[at]++ * nodes + at] = static_cast<std::int32_t>(c * all() + e);
        }
    });
}

void mesh::connect_elements() {
    for_each_place(part, [&](const places& p) {
        for (std::size_t d = 0; d < 3; ++d) {
            const std::size_t axis = 2 - d;  // xi is the last one
            for (const int side : {-1, 1}) {
                places there = p;
                there[axis] += side;
                const bool low = there[axis] < 0, high = there[axis] == edge;
                if (low || high) there = p;
                const std::size_t which = 2 * d + (side > 0 ? 1 : 0);
                neighbour[which].push_back(here(there[0], there[1], there[2]));
                across[which].push_back(low ? symmetric : high ? open : inside);
            }
        }
    });
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

std::vector<region_class> own_regions(const mesh& m, std::vector<region_class> classes) {
    for (region_class& c : classes) {
        std::vector<std::int32_t> own;
        for (const std::int32_t e : c.elements) {
            const std::int32_t found = m.here(e / m.edge / m.edge, e / m.edge % m.edge, e % m.edge);
            if (found >= 0 && static_cast<std::size_t>(found) < m.elements) own.push_back(found);
        }
        c.elements = std::move(own);
    }
    return classes;
}

}  // namespace ndweave::apps::lulesh

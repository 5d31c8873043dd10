#include "predict/model.hpp"

#include <algorithm>
#include <cmath>

#include "ndweave/partition/grid.hpp"
#include "statistics/largest.hpp"
#include "statistics/median.hpp"

namespace ndweave::harness {

namespace {

/// Neighbours of a rank, and cells beside the faces of its part.
struct surroundings {
    double faces = 0, all = 0, cells_beside = 0;
};

/// How a grid is divided among ranks; each number of the rank that has most.
struct division {
    grid_cells parts{1, 1, 1};
    std::int64_t most_cells = 0;
    surroundings most;
};

template <int D>
division divide(const grid_cells& cells, int ranks) {
    typename partition::grid<D>::cells_type of;
    std::copy_n(cells.begin(), D, of.begin());
    const auto g = partition::grid<D>::over(of, ranks, 2);
    division d;
    std::copy_n(g.parts().begin(), D, d.parts.begin());
    for (int rank = 0; rank < ranks; ++rank) {
        const partition::box<D> part = g.part(rank);
        surroundings here;
        for (const partition::neighbour<D>& n : g.neighbours(rank)) {
            ++here.all;
            if (partition::axes_of<D>(n.where) > 1) continue;
            ++here.faces;
            double beside = 1;
            for (int axis = 0; axis < D; ++axis) {
                if (n.where[static_cast<std::size_t>(axis)] == 0) beside *= static_cast<double>(part.extent(axis));
            }
            here.cells_beside += beside;
        }
        d.most_cells = std::max(d.most_cells, part.size());
        d.most.faces = std::max(d.most.faces, here.faces);
        d.most.all = std::max(d.most.all, here.all);
        d.most.cells_beside = std::max(d.most.cells_beside, here.cells_beside);
    }
    return d;
}

division divide(int dimensions, const grid_cells& cells, int ranks) {
    return dimensions == 3 ? divide<3>(cells, ranks) : divide<2>(cells, ranks);
}

/// Of exchanges with the neighbours through edges and corners, too; 1: all.
double share_with_corners(const measured_traffic& sent, const division& d) {
    if (d.most.all <= d.most.faces || sent.exchanges <= 0) return 0;
    const double messages = sent.messages / sent.exchanges;
    return std::clamp((messages - d.most.faces) / (d.most.all - d.most.faces), 0.0, 1.0);
}

}  // namespace

curve::curve(std::vector<point> points) {
    std::ranges::sort(points, {}, &point::size);
    for (auto from = points.begin(); from != points.end();) {
        const auto to = std::find_if(from, points.end(), [&](const point& p) { return p.size != from->size; });
        std::vector<double> seconds;
        for (auto p = from; p != to; ++p) seconds.push_back(p->seconds);
        points_.push_back({from->size, median(seconds)});
        from = to;
    }
}

double curve::at(double size) const {
    if (size <= points_.front().size) return points_.front().seconds;
    if (size >= points_.back().size) return points_.back().seconds * size / points_.back().size;
    const auto above = std::ranges::lower_bound(points_, size, {}, &point::size), below = above - 1;
    const double part = (size - below->size) / (above->size - below->size);
    return below->seconds + part * (above->seconds - below->seconds);
}

prediction predict(const scaling_model& m, const grid_cells& cells, int ranks) {
    const division d = divide(m.dimensions, cells, ranks);
    const int sharing = std::min(ranks, m.ranks_of_a_machine), devices = (ranks + sharing - 1) / sharing;
    const std::int64_t device_cells = d.most_cells * sharing;
    const double compute = m.compute.at(static_cast<double>(device_cells));
    prediction p{ranks, d.parts, d.most_cells, devices, device_cells, compute, 0, 0, 0};
    if (ranks == 1) return p;
    const link_times& links = ranks > m.ranks_of_a_machine && m.between ? *m.between : m.within;
    const division then = divide(m.dimensions, m.sent.cells, m.sent.ranks);
    const double corners = share_with_corners(m.sent, then);
    const double messages = d.most.faces + corners * (d.most.all - d.most.faces);
    const double bytes =
        m.sent.exchanges > 0 ? m.sent.bytes / m.sent.exchanges * d.most.cells_beside / then.most.cells_beside : 0;
    // Corners are small: the faces share the bytes.
    const double of_a_face = bytes / d.most.faces;
    p.halo = m.sent.exchanges * (links.halo.at(of_a_face) + (d.most.faces - 1) * links.message.at(of_a_face) +
                                 (messages - d.most.faces) * links.message.at(1));
    p.reduction = m.sent.reductions * links.reduction.at(std::log2(ranks));
    p.waiting = m.spread * expected_largest(ranks) * p.seconds();
    return p;
}

double efficiency(const prediction& base, const prediction& p) {
    return base.seconds() * base.devices / (p.seconds() * p.devices);
}

scaling_end end_of_scaling(const std::vector<prediction>& all) {
    scaling_end end{all.front().ranks, all.front().ranks};
    double least = all.front().seconds();
    for (const prediction& p : all) {
        if (efficiency(all.front(), p) >= 0.5) end.half_efficient = p.ranks;
        if (p.seconds() < least) {
            least = p.seconds();
            end.fastest = p.ranks;
        }
    }
    return end;
}

}  // namespace ndweave::harness

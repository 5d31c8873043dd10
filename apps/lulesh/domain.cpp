#include "domain.hpp"

#include <cmath>

namespace ndweave::apps::lulesh {

namespace {

std::vector<double> volumes_of(const mesh& m) {
    std::vector<double> volumes(m.elements);
    for (std::size_t e = 0; e < m.elements; ++e) {
        corners p;
        for (std::size_t c = 0; c < 8; ++c) {
            const auto n = static_cast<std::size_t>(m.corner_node[c * m.elements + e]);
            p[c] = {m.x[n], m.y[n], m.z[n]};
        }
        volumes[e] = volume(p);
    }
    return volumes;
}

/// Each element's mass goes to its corners in equal parts; the density is 1.
std::vector<double> node_masses(const mesh& m, const std::vector<double>& volumes) {
    std::vector<double> masses(m.nodes);
    for (std::size_t e = 0; e < m.elements; ++e) {
        for (std::size_t c = 0; c < 8; ++c) {
            masses[static_cast<std::size_t>(m.corner_node[c * m.elements + e])] += volumes[e] / 8;
        }
    }
    return masses;
}

/// Elements in the order of regions, dearest first (see update_elements); `parts` gets where each class ends.
std::vector<std::int32_t> dearest_first(const std::vector<region_class>& classes,
                                        region_view::part (&parts)[region_view::max_parts]) {
    std::vector<std::int32_t> order;
    region_view::part* part = parts;
    for (auto c = classes.rbegin(); c != classes.rend(); ++c) {
        order.insert(order.end(), c->elements.begin(), c->elements.end());
        *part++ = {static_cast<std::int32_t>(order.size()), c->repetitions};
    }
    while (part != std::end(parts)) *part++ = {static_cast<std::int32_t>(order.size()), 1};
    return order;
}

}  // namespace

domain::domain(queue& q, const mesh& m, const std::vector<region_class>& classes)
    : queue_(q), edge_scale_(m.edge / 45.0), x_(m.x), y_(m.y), z_(m.z), initial_volume_(volumes_of(m)), control_(q, 2) {
    view_.elements = static_cast<std::int32_t>(m.elements);
    view_.nodes = static_cast<std::int32_t>(m.nodes);
    const auto scalar = [&](std::size_t count) {
        scalars_.emplace_back(q, std::vector<double>(count));
        return scalars_.back().get();
    };
    const auto vector = [&](std::size_t count) {
        for (int d = 0; d < 3; ++d) vectors_.emplace_back(q, std::vector<double>(count));
        const std::size_t last = vectors_.size();
        return vectors{vectors_[last - 3].get(), vectors_[last - 2].get(), vectors_[last - 1].get()};
    };
    const auto index = [&](const std::vector<std::int32_t>& host) {
        indices_.emplace_back(q, host);
        return indices_.back().get();
    };
    const auto flag = [&](const std::vector<std::uint8_t>& host) {
        flags_.emplace_back(q, host);
        return flags_.back().get();
    };
    for (double** field :
         {&view_.energy, &view_.pressure, &view_.viscosity, &view_.volume, &view_.new_volume, &view_.change,
          &view_.sound, &view_.length, &view_.rate, &view_.gradient[0], &view_.gradient[1], &view_.gradient[2],
          &view_.extent[0], &view_.extent[1], &view_.extent[2]}) {
        *field = scalar(m.elements);
    }
    view_.position = vector(m.nodes);
    view_.velocity = vector(m.nodes);
    view_.corner_force = vector(8 * m.elements + 1);
    scalars_.emplace_back(q, node_masses(m, initial_volume_));
    view_.node_mass = scalars_.back().get();
    scalars_.emplace_back(q, initial_volume_);
    view_.initial_volume = view_.element_mass = scalars_.back().get();  // the reference density is 1
    view_.corner_node = index(m.corner_node);
    view_.node_corner = index(m.node_corner);
    view_.symmetry = flag(m.symmetry);
    for (int side = 0; side < 6; ++side) {
        view_.neighbour[side] = index(m.neighbour[side]);
        view_.across[side] = flag(m.across[side]);
    }
    regions_.elements = index(dearest_first(classes, regions_.parts));
}

domain_view domain::view(std::int64_t step) const {
    domain_view v = view_;
    v.previous = control_.get() + step % 2;
    v.control = control_.get() + (step + 1) % 2;
    return v;
}

void domain::reset(double stop_time, std::int32_t last_cycle) {
    for (const device_array<double>& v : vectors_) queue_.fill(v.get(), 0.0, v.size());
    const auto elements = static_cast<std::size_t>(view_.elements);
    for (double* field : {view_.energy, view_.pressure, view_.viscosity, view_.sound})
        queue_.fill(field, 0.0, elements);
    queue_.fill(view_.volume, 1.0, elements);
    queue_.copy(x_.data(), view_.position.x, x_.size());
    queue_.copy(y_.data(), view_.position.y, y_.size());
    queue_.copy(z_.data(), view_.position.z, z_.size());
    const double origin_energy = 3.948746e7 * edge_scale_ * edge_scale_ * edge_scale_;
    queue_.copy(&origin_energy, view_.energy, 1);
    const step_control start{0,
                             0.5 * std::cbrt(initial_volume_[0]) / std::sqrt(2 * origin_energy),
                             bound_of(unbounded),
                             bound_of(unbounded),
                             stop_time,
                             0,
                             last_cycle,
                             0,
                             0};
    queue_.copy(&start, control_.get(), 1);
    queue_.wait();
}

step_control domain::control(queue& q, std::int64_t steps) const {
    step_control c;
    q.copy(static_cast<const step_control*>(control_.get() + steps % 2), &c, 1).wait();
    return c;
}

std::vector<double> domain::read(const double* field, std::size_t count) const {
    std::vector<double> host(count);
    queue_.copy(field, host.data(), count).wait();
    return host;
}

std::vector<double> domain::energies() const { return read(view_.energy, static_cast<std::size_t>(view_.elements)); }

domain::state domain::snapshot() const {
    const auto elements = static_cast<std::size_t>(view_.elements), nodes = static_cast<std::size_t>(view_.nodes);
    state s{read(view_.position.x, nodes),
            read(view_.position.y, nodes),
            read(view_.position.z, nodes),
            read(view_.volume, elements),
            energies(),
            read(view_.pressure, elements)};
    for (double& d : s.density) d = 1 / d;
    return s;
}

}  // namespace ndweave::apps::lulesh

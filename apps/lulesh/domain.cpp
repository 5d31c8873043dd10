#include "domain.hpp"

#include <cmath>
#include <cstddef>
#include <span>

namespace ndweave::apps::lulesh {

namespace {

double volume_at(const mesh& m, std::int64_t number) {
    const std::int64_t i = number % m.edge, j = number / m.edge % m.edge, k = number / m.edge / m.edge;
    corners p;
    for (int c = 0; c < 8; ++c) {
        const mesh::point at = m.place_of(k + corner_offset[c][2], j + corner_offset[c][1], i + corner_offset[c][0]);
        p[c] = {at.x, at.y, at.z};
    }
    return volume(p);
}

/// Of own elements and ghosts.
std::vector<double> volumes_of(const mesh& m) {
    std::vector<double> volumes;
    for (std::size_t e = 0; e < m.all(); ++e) volumes.push_back(volume_at(m, m.in_cube(e)));
    return volumes;
}

/// Each element's mass goes to its corners in equal parts; the density is 1.
std::vector<double> node_masses(const mesh& m, const std::vector<double>& volumes) {
    std::vector<double> masses(m.nodes);
    for (std::size_t slot = 0; slot < 8; ++slot) {
        for (std::size_t n = 0; n < m.nodes; ++n) {
            const auto corner = static_cast<std::size_t>(m.node_corner[slot * m.nodes + n]);
            if (corner < 8 * m.all()) masses[n] += volumes[corner % m.all()] / 8;
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

domain::domain(queue& q, const mesh& m, const std::vector<region_class>& classes, partition::communicator& world)
    : queue_(q),
      world_(world),
      edge_(m.edge),
      origin_(m.in_cube(0) == 0 ? 0 : -1),
      origin_volume_(volume_at(m, 0)),
      x_(m.x),
      y_(m.y),
      z_(m.z),
      bounds_(q, world, 2),
      control_(q, 2) {
    if (world.size() > 1) neighbours_.emplace(q, world, m.lists);
    for (std::size_t e = 0; e < m.elements; ++e) in_cube_.push_back(m.in_cube(e));
    const std::vector<double> volumes = volumes_of(m);
    initial_volume_.assign(volumes.begin(), volumes.begin() + static_cast<std::ptrdiff_t>(m.elements));
    view_.elements = static_cast<std::int32_t>(m.elements);
    view_.nodes = static_cast<std::int32_t>(m.nodes);
    view_.corner_pitch = static_cast<std::int32_t>(m.all());
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
          &view_.sound, &view_.length, &view_.rate, &view_.extent[0], &view_.extent[1], &view_.extent[2]}) {
        *field = scalar(m.elements);
    }
    for (double*& field : view_.gradient) field = scalar(m.all());
    view_.position = vector(m.nodes);
    view_.velocity = vector(m.nodes);
    view_.corner_force = vector(8 * m.all() + 1);
    scalars_.emplace_back(q, node_masses(m, volumes));
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
    const double edge_scale = edge_ / 45.0, origin_energy = 3.948746e7 * edge_scale * edge_scale * edge_scale;
    if (origin_ >= 0) queue_.copy(&origin_energy, view_.energy + origin_, 1);
    const step_control start{0,
                             0.5 * std::cbrt(origin_volume_) / std::sqrt(2 * origin_energy),
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

std::vector<double> domain::first_plane() const {
    const std::vector<double> own = energies();
    std::vector<double> plane(static_cast<std::size_t>(edge_) * static_cast<std::size_t>(edge_));
    for (std::size_t e = 0; e < own.size(); ++e) {
        const auto at = static_cast<std::size_t>(in_cube_[e]);
        if (at < plane.size()) plane[at] = own[e];
    }
    world_.all_reduce(std::span(plane), partition::combine::sum);  // every other rank has zero there
    return plane;
}

void domain::exchange_forces() const {
    if (!neighbours_) return;
    std::vector<partition::field<double, 1>> fields;
    for (double* const component : {view_.corner_force.x, view_.corner_force.y, view_.corner_force.z}) {
        for (std::ptrdiff_t c = 0; c < 8; ++c) fields.push_back({component + c * view_.corner_pitch, {1}, {}});
    }
    neighbours_->exchange(fields);
}

void domain::exchange_gradients() const {
    if (!neighbours_) return;
    neighbours_->exchange({{view_.gradient[0], {1}, {}}, {view_.gradient[1], {1}, {}}, {view_.gradient[2], {1}, {}}});
}

void domain::combine_bounds(const domain_view& v) const {
    static_assert(offsetof(step_control, hydro) == offsetof(step_control, courant) + sizeof(bound));
    // Bounds are doubles' bits.
    bounds_.submit(reinterpret_cast<double*>(&v.control->courant), 2, partition::combine::minimum);
}

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

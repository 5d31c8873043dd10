/// The cube of the Sedov problem, or a rank's part of it, as an unstructured mesh: connectivity, neighbours, borders,
/// regions.
#pragma once

#include <cstdint>
#include <vector>

#include "ndweave/partition/communicator.hpp"
#include "ndweave/partition/halo_plan.hpp"

namespace ndweave::apps::lulesh {

/// What lies across a face of an element, per direction and side.
enum border : std::uint8_t { inside = 0, symmetric = 1, open = 2 };

/// Where an element's corners lie, along xi, eta, zeta.
inline constexpr int corner_offset[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                            {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};

/// Boxes of elements have the axes zeta, eta, xi. Own elements are numbered as they lie in the box, xi first; behind
/// them come ghosts, other ranks' elements that have a node in common with an own one, as they lie in the whole cube.
struct mesh {
    /// Throws exception (errc::invalid) where there are more ranks than the cube has room for.
    mesh(int edge, const partition::communicator&);

    int edge;  // elements of the whole cube
    partition::box<3> part;
    std::size_t elements, ghosts, nodes;  // of the part
    std::size_t all() const { return elements + ghosts; }
    std::vector<double> x, y, z;  // per node, 0 to 1.125
    /// Corner-major: the node of corner c of own element e is at c·elements + e.
    std::vector<std::int32_t> corner_node;
    /// Per own element: lower and upper neighbour along xi, eta, zeta; itself at a border of the cube.
    std::vector<std::int32_t> neighbour[6];
    std::vector<std::uint8_t> across[6];  // per own element: border
    /// 8 per node, slot-major: positions in corner arrays, c·all() + element, in the order of the cube's elements;
    /// 8·all() where there is none.
    std::vector<std::int32_t> node_corner;
    std::vector<std::uint8_t> symmetry;           // per node: bits 0, 1, 2 for lying in the planes x = 0, y = 0, z = 0
    std::vector<partition::exchange_list> lists;  // own elements that are others' ghosts, and the own ghosts

    /// The number of an element in the whole cube, and of one of the cube here, -1: neither own nor a ghost.
    std::int64_t in_cube(std::size_t element) const { return in_cube_[element]; }
    std::int32_t here(std::int64_t k, std::int64_t j, std::int64_t i) const;
    /// A node of the cube, by its place.
    struct point {
        double x, y, z;
    };
    point place_of(std::int64_t k, std::int64_t j, std::int64_t i) const;

private:
    using places = std::array<std::int64_t, 3>;

    std::int64_t cube_number(const places& p) const { return (p[0] * edge + p[1]) * edge + p[2]; }
    void number_elements(const partition::grid<3>&, int rank);
    void place_nodes();
    void connect_nodes();
    void connect_elements();

    std::vector<std::int64_t> in_cube_;
    std::vector<std::int32_t> ghost_here_;  // by place in the box grown by one, -1 where there is none
};

/// Elements grouped by how often their region's equation of state is evaluated (`cost` makes some materials dearer).
struct region_class {
    int repetitions;
    std::vector<std::int32_t> elements;  // ascending
};

/// Deals the elements to `regions` regions in runs of random, mostly short length; region r is drawn with a weight of
/// (r+1)^balance. The first half of the regions is evaluated once, one in twenty (at least one) 10·(1+cost) times, the
/// others 1+cost times: at most three classes, the cheapest first.
std::vector<region_class> make_regions(std::size_t elements, int regions, int balance, int cost);

/// Of classes of the whole cube: the own elements, by their numbers here.
std::vector<region_class> own_regions(const mesh&, std::vector<region_class>);

}  // namespace ndweave::apps::lulesh

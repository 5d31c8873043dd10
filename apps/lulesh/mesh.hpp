/// The cube of the Sedov problem as an unstructured mesh: connectivity, neighbours, borders, regions.
#pragma once

#include <cstdint>
#include <vector>

namespace ndweave::apps::lulesh {

/// What lies across a face of an element, per direction and side.
enum border : std::uint8_t { inside = 0, symmetric = 1, open = 2 };

struct mesh {
    explicit mesh(int edge);

    int edge;  // elements
    std::size_t elements, nodes;
    std::vector<double> x, y, z;  // per node, 0 to 1.125
    /// Corner-major: the node of corner c of element e is at c·elements + e.
    std::vector<std::int32_t> corner_node;
    /// Per element: lower and upper neighbour along xi, eta, zeta; itself at a border.
    std::vector<std::int32_t> neighbour[6];
    std::vector<std::uint8_t> across[6];  // per element: border
    /// 8 per node, slot-major: positions in corner arrays; 8·elements where there is none.
    std::vector<std::int32_t> node_corner;
    std::vector<std::uint8_t> symmetry;  // per node: bits 0, 1, 2 for lying in the planes x = 0, y = 0, z = 0

private:
    std::size_t node_at(int i, int j, int k) const;
    void place_nodes();
    void connect_nodes();
    void connect_elements();
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

}  // namespace ndweave::apps::lulesh

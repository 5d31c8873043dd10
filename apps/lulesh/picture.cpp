#include "picture.hpp"

#include "snapshot.hpp"

namespace ndweave::apps::lulesh {
namespace {

void write_points(vtk_file& file, const domain::state& s) {
    file.text("DATASET UNSTRUCTURED_GRID\nPOINTS " + std::to_string(s.x.size()) + " double\n");
    for (std::size_t n = 0; n < s.x.size(); ++n) {
        for (const double coordinate : {s.x[n], s.y[n], s.z[n]}) file.number(coordinate);
    }
}

void write_cells(vtk_file& file, const mesh& m) {
    constexpr std::int32_t corners = 8, hexahedron = 12;  // VTK_HEXAHEDRON; its corners are numbered as ours
    const std::string elements = std::to_string(m.elements);
    file.text("\nCELLS " + elements + ' ' + std::to_string((corners + 1) * m.elements) + '\n');
    for (std::size_t e = 0; e < m.elements; ++e) {
        file.number(corners);
        for (std::size_t c = 0; c < corners; ++c) file.number(m.corner_node[c * m.elements + e]);
    }
    file.text("\nCELL_TYPES " + elements + '\n');
    for (std::size_t e = 0; e < m.elements; ++e) file.number(hexahedron);
    file.text("\nCELL_DATA " + elements + '\n');
}

}  // namespace

void write_picture(const std::string& path, const domain& d, const mesh& m) {
    const domain::state s = d.snapshot();
    if (path.ends_with(".pgm")) {
        const auto edge = static_cast<std::size_t>(m.edge);
        write_pgm_of_field(path, edge, {s.density.begin(), s.density.begin() + m.edge * m.edge});
        return;
    }
    vtk_file file(path, "LULESH");
    write_points(file, s);
    write_cells(file, m);
    file.scalars("density", s.density);
    file.scalars("energy", s.energy);
    file.scalars("pressure", s.pressure);
    file.finish();
}

}  // namespace ndweave::apps::lulesh

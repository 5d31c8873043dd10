#include "picture.hpp"

#include <sstream>

#include "snapshot.hpp"

namespace ndweave::apps::cloverleaf {
namespace {

/// The cells of a field, rows from below.
std::vector<double> inside(const mesh& m, const std::vector<double>& field) {
    std::vector<double> cells;
    cells.reserve(static_cast<std::size_t>(m.columns * m.rows));
    for (std::ptrdiff_t row = 0; row < m.rows; ++row) {
        const auto first = field.begin() + m.index(0, row);
        cells.insert(cells.end(), first, first + m.columns);
    }
    return cells;
}

void write_vtk(const std::string& path, const uniform_grid& g, const std::vector<double>& density) {
    std::ostringstream grid;
    grid << "DATASET STRUCTURED_POINTS\nDIMENSIONS " << g.x_cells + 1 << ' ' << g.y_cells + 1 << " 1\nORIGIN "
         << g.x_min << ' ' << g.y_min << " 0\nSPACING " << g.dx() << ' ' << g.dy() << " 1\nCELL_DATA " << density.size()
         << '\n';
    vtk_file file(path, "CloverLeaf");
    file.text(grid.str());
    file.scalars("density", density);
    file.finish();
}

}  // namespace

void write_picture(const std::string& path, const fields& f, const problem& p) {
    const std::vector<double> density = inside(f.grid, f.now.density.to_host());
    if (path.ends_with(".pgm"))
        write_pgm_of_field(path, static_cast<std::size_t>(f.grid.columns), density);
    else
        write_vtk(path, p.grid, density);
}

}  // namespace ndweave::apps::cloverleaf

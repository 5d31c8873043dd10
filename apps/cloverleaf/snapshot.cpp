#include "snapshot.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <fstream>

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

void write_pgm(std::ostream& out, const mesh& m, const std::vector<double>& cells) {
    const auto [least, largest] = std::ranges::minmax(cells);
    const double scale = largest > least ? 255 / (largest - least) : 0;
    out << "P5\n" << m.columns << ' ' << m.rows << "\n255\n";
    for (std::ptrdiff_t row = m.rows - 1; row >= 0; --row) {
        for (std::ptrdiff_t column = 0; column < m.columns; ++column)
            out.put(
                static_cast<char>((cells[static_cast<std::size_t>(row * m.columns + column)] - least) * scale + 0.5));
    }
}

void write_vtk(std::ostream& out, const uniform_grid& g, const std::vector<double>& cells) {
    out << "# vtk DataFile Version 3.0\ndensity\nBINARY\nDATASET STRUCTURED_POINTS\nDIMENSIONS " << g.x_cells + 1 << ' '
        << g.y_cells + 1 << " 1\nORIGIN " << g.x_min << ' ' << g.y_min << " 0\nSPACING " << g.dx() << ' ' << g.dy()
        << " 1\nCELL_DATA " << cells.size() << "\nSCALARS density double 1\nLOOKUP_TABLE default\n";
    for (const double value : cells) {
        char bytes[sizeof(double)];
        std::memcpy(bytes, &value, sizeof bytes);
        // The format is big-endian.
        if constexpr (std::endian::native == std::endian::little) std::ranges::reverse(bytes);
        out.write(bytes, sizeof bytes);
    }
}

}  // namespace

void check_snapshot_name(const std::string& path) {
    if (!path.ends_with(".pgm") && !path.ends_with(".vtk"))
        throw usage_error("snapshot '" + path + "' must end with .pgm or .vtk");
}

void write_snapshot(const std::string& path, const fields& f, const problem& p) {
    const std::vector<double> cells = inside(f.grid, f.now.density.to_host());
    std::ofstream out(path, std::ios::binary);
    if (path.ends_with(".pgm"))
        write_pgm(out, f.grid, cells);
    else
        write_vtk(out, p.grid, cells);
    out.flush();
    if (!out) throw usage_error("snapshot '" + path + "' cannot be written: " + std::strerror(errno));
}

}  // namespace ndweave::apps::cloverleaf

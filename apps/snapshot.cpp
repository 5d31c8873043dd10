#include "snapshot.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>

#include "app.hpp"
#include "ranks.hpp"

namespace ndweave::apps {
namespace {

void finish(std::ofstream& out, const std::string& path) {
    out.flush();
    if (!out) throw usage_error("picture '" + path + "' cannot be written: " + std::strerror(errno));
}

template <class T>
void write_big_endian(std::ostream& out, T value) {
    auto bytes = std::bit_cast<std::array<char, sizeof(T)>>(value);
    if constexpr (std::endian::native == std::endian::little) std::ranges::reverse(bytes);
    out.write(bytes.data(), bytes.size());
}

}  // namespace

void check_snapshot_name(const std::string& path) {
    if (!path.ends_with(".pgm") && !path.ends_with(".vtk"))
        throw usage_error("snapshot '" + path + "' must end with .pgm or .vtk");
}

void check_snapshot(const context& run) {
    if (!run.params.has("snapshot")) return;
    if (ranks_of(run).size() > 1) throw usage_error("snapshot: a run with ranks draws none; run it without --ranks");
    check_snapshot_name(run.params.text("snapshot", ""));
}

void write_pgm(const std::string& path, std::size_t width, std::size_t height, const std::vector<std::uint8_t>& grey) {
    std::ofstream out(path, std::ios::binary);
    out << "P5\n" << width << ' ' << height << "\n255\n";
    out.write(reinterpret_cast<const char*>(grey.data()), static_cast<std::streamsize>(grey.size()));
    finish(out, path);
}

void write_pgm_of_field(const std::string& path, std::size_t columns, const std::vector<double>& cells) {
    const auto [least, largest] = std::ranges::minmax(cells);
    const double scale = largest > least ? 255 / (largest - least) : 0;
    const std::size_t rows = cells.size() / columns;
    std::vector<std::uint8_t> grey;
    grey.reserve(cells.size());
    for (std::size_t row = rows; row-- > 0;) {
        for (std::size_t column = 0; column < columns; ++column)
            grey.push_back(static_cast<std::uint8_t>((cells[row * columns + column] - least) * scale + 0.5));
    }
    write_pgm(path, columns, rows, grey);
}

vtk_file::vtk_file(const std::string& path, const std::string& title) : path_(path), out_(path, std::ios::binary) {
    out_ << "# vtk DataFile Version 3.0\n" << title << "\nBINARY\n";
}

void vtk_file::number(double value) { write_big_endian(out_, value); }
void vtk_file::number(std::int32_t value) { write_big_endian(out_, value); }

void vtk_file::scalars(const std::string& name, const std::vector<double>& values) {
    out_ << "SCALARS " << name << " double 1\nLOOKUP_TABLE default\n";
    for (const double value : values) number(value);
    out_ << '\n';
}

void vtk_file::finish() { apps::finish(out_, path_); }

}  // namespace ndweave::apps

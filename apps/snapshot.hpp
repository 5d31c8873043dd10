/// Files that a person can look at: grey pictures (PGM) and fields on grids (VTK).
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

namespace ndweave::apps {

struct context;

/// The run's `snapshot` makes sense: its name ends with .pgm or .vtk. Throws usage_error where it does not.
void check_snapshot_name(const std::string& path);
/// The same of the run's own, where it has one; runs with several ranks draw none.
void check_snapshot(const context&);

/// Raw 8-bit PGM, rows from above. Throws usage_error where the file cannot be written.
void write_pgm(const std::string& path, std::size_t width, std::size_t height, const std::vector<std::uint8_t>& grey);

/// The same for values from the least (black) to the largest (white), rows from below.
void write_pgm_of_field(const std::string& path, std::size_t columns, const std::vector<double>& cells);

/// A legacy VTK file ("VTK File Formats", version 3.0) with binary data, which the format wants big-endian. Every call
/// writes what its words say; finish() throws usage_error where something could not be written.
class vtk_file {
public:
    vtk_file(const std::string& path, const std::string& title);

    void text(const std::string& lines) { out_ << lines; }
    void number(double);
    void number(std::int32_t);
    /// A scalar field after CELL_DATA or POINT_DATA.
    void scalars(const std::string& name, const std::vector<double>& values);
    void finish();

private:
    std::string path_;
    std::ofstream out_;
};

}  // namespace ndweave::apps

/// Pictures of a field, so that a person can look at what was computed.
#pragma once

#include <string>

#include "fields.hpp"

namespace ndweave::apps::cloverleaf {

/// Throws usage_error where the name ends neither with .pgm nor with .vtk.
void check_snapshot_name(const std::string& path);

/// Writes the density: .pgm is an 8-bit picture from the least (black) to the largest value (white), .vtk a legacy VTK
/// file (binary doubles) of structured points. Waits. Throws usage_error where the file cannot be written.
void write_snapshot(const std::string& path, const fields&, const problem&);

}  // namespace ndweave::apps::cloverleaf

/// Pictures of the blast, so that a person can look at what was computed.
#pragma once

#include <string>

#include "domain.hpp"

namespace ndweave::apps::lulesh {

/// Writes .pgm, a picture of the density of the elements on the plane z = 0, x to the right and y up, or .vtk, the
/// deformed hexahedra with density, energy and pressure (an unstructured grid, see snapshot.hpp). Waits. Throws
/// usage_error where the file cannot be written.
void write_picture(const std::string& path, const domain&, const mesh&);

}  // namespace ndweave::apps::lulesh

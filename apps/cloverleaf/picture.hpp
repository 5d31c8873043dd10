/// Pictures of a field, so that a person can look at what was computed.
#pragma once

#include <string>

#include "fields.hpp"

namespace ndweave::apps::cloverleaf {

/// Writes the density: .pgm is a picture, .vtk a file of structured points (see snapshot.hpp). Waits. Throws
/// usage_error where the file cannot be written.
void write_picture(const std::string& path, const fields&, const problem&);

}  // namespace ndweave::apps::cloverleaf

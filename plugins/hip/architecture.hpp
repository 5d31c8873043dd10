/// Names of AMD's instruction sets: "gfx90a", or "gfx90a:sramecc+:xnack-" with the features that the device has on or
/// off.
#pragma once

#include <string>
#include <string_view>

namespace ndweave::hip {

/// The name inside the bytes that hipGetDeviceProperties filled; empty if there is none. ROCm 5 and ROCm 6 lay out the
/// structure differently and export both under one name, so the field is found by its content: the only text that
/// starts with "gfx" after the device's name, the first 256 bytes of every layout.
std::string architecture_in(std::string_view properties);

}  // namespace ndweave::hip

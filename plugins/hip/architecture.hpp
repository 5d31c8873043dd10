/// Names of AMD's instruction sets: "gfx90a", or "gfx90a:sramecc+:xnack-" with the features that the device has on or
/// off.
#pragma once

#include <string>
#include <string_view>

namespace ndweave::hip {

/// The name inside the bytes that hipGetDeviceProperties filled; empty where there is none. ROCm 5 and ROCm 6 lay the
/// structure out differently and export both under one name, so the field is found by what it holds: the only text that
/// starts with "gfx" behind the device's name, the first 256 bytes of every layout.
std::string architecture_in(std::string_view properties);

}  // namespace ndweave::hip

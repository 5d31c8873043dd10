/// Names of devices: `cpu`, `cuda:0`, `opencl:1`.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

namespace ndweave::detail {

/// In the order in which devices are listed.
inline constexpr std::array backend_names = {"cpu", "cuda", "hip", "opencl", "null"};

struct device_name {
    std::string backend;
    std::size_t number;  // within the backend; 0 where the name has none
};

/// The parts of `BACKEND` or `BACKEND:NUMBER`; nothing if the text has another form or names an unknown backend.
std::optional<device_name> parse_device_name(const std::string& text);

}  // namespace ndweave::detail

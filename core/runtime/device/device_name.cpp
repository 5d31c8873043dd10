#include "runtime/device/device_name.hpp"

#include <algorithm>
#include <charconv>

namespace ndweave::detail {

std::optional<device_name> parse_device_name(const std::string& text) {
    const std::size_t colon = text.find(':');
    device_name name{text.substr(0, colon), 0};
    if (std::ranges::find(backend_names, name.backend) == backend_names.end()) return std::nullopt;
    if (colon == std::string::npos) return name;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data() + colon + 1, end, name.number);
    if (error != std::errc{} || rest != end) return std::nullopt;
    return name;
}

}  // namespace ndweave::detail

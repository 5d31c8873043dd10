#include "hip/architecture.hpp"

namespace ndweave::hip {

std::string architecture_in(std::string_view properties) {
    constexpr std::size_t device_name_bytes = 256;
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789:+-", prefix = "gfx";
    for (std::size_t at = properties.find(prefix, device_name_bytes); at != std::string_view::npos;
         at = properties.find(prefix, at + 1)) {
        const std::string_view rest = properties.substr(at);
        const std::size_t end = rest.find_first_not_of(letters);
        if (end == std::string_view::npos || rest[end] != '\0' || end <= prefix.size()) continue;
        return std::string(rest.substr(0, end));
    }
    return {};
}

}  // namespace ndweave::hip

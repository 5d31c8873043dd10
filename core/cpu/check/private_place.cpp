#include "cpu/check/private_place.hpp"

#include "compiler/abi.h"

namespace ndweave::detail {
namespace {

std::string count_of(std::uint64_t n, const char* one) { return std::to_string(n) + " " + one + (n == 1 ? "" : "s"); }

/// "the private array 't'"
std::string named(const private_place& place, const std::string& noun) {
    const std::string kind = place.what & NDW_CHECK_CONSTANT   ? "constant "
                             : place.what & NDW_CHECK_CAPTURED ? "captured "
                                                               : "private ";
    return place.name ? "the " + kind + noun + " '" + place.name + "'" : "a " + kind + noun;
}

std::string in_elements(const private_place& place, std::int64_t index, std::uint64_t count) {
    if (place.what & NDW_CHECK_ROW) {
        return "at index " + std::to_string(index) + " of a dimension of an accessor, which has " +
               std::to_string(count);
    }
    const std::string at = "at index " + std::to_string(index) + " of ", elements = " of " + count_of(count, "element");
    if (place.what & NDW_CHECK_PART) return at + "an array" + elements + " in " + named(place, "variable");
    return at + named(place, "array") + elements;
}

}  // namespace

bool is_inside(const private_place& place) {
    if (place.what & NDW_CHECK_INDEX) return place.at >= 0 && static_cast<std::uint64_t>(place.at) < place.end;
    const auto at = static_cast<std::uint64_t>(place.at);
    return place.bytes == 0 || (place.at >= 0 && at <= place.end && place.bytes <= place.end - at);
}

std::string place_text(const private_place& place) {
    if (place.what & NDW_CHECK_INDEX) return in_elements(place, place.at, place.end);
    const auto element = static_cast<std::int64_t>(place.element_bytes);
    if (element != 0 && place.at % element == 0) {
        return in_elements(place, place.at / element, place.end / place.element_bytes);
    }
    return "at byte " + std::to_string(place.at) + " of " + named(place, "variable") + " of " +
           count_of(place.end, "byte");
}

}  // namespace ndweave::detail

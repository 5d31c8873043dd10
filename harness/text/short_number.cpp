#include "text/short_number.hpp"

#include <cstdio>

namespace ndweave::harness {

std::string short_number(double value) {
    char text[32];
    const double size = value < 0 ? -value : value;
    const int decimals = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : -1;
    if (decimals >= 0) {
        std::snprintf(text, sizeof text, "%.*f", decimals, value);
    } else {
        std::snprintf(text, sizeof text, "%.3g", value);
    }
    return text;
}

}  // namespace ndweave::harness

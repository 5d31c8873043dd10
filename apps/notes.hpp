/// Numbers in the notes of a record.
#pragma once

#include <cstdio>
#include <string>

namespace ndweave::apps {

/// With 15 significant digits.
inline std::string exactly(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.15g", value);
    return text;
}

}  // namespace ndweave::apps

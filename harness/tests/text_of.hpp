/// A file's text.
#pragma once

#include <fstream>
#include <sstream>
#include <string>

namespace ndweave::harness {

inline std::string text_of(const std::string& path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

}  // namespace ndweave::harness

#include "cli/output_place.hpp"

#include <stdexcept>

#include "app.hpp"
#include "system/files.hpp"

namespace ndweave::harness {

void check_place(const std::string& path, const char* option) {
    if (path.empty()) return;
    try {
        check_writable(path);
    } catch (const std::runtime_error& e) {
        throw apps::usage_error(std::string(e.what()) + " (" + option + ")");
    }
}

}  // namespace ndweave::harness

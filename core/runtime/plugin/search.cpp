#include "runtime/plugin/search.hpp"

#include <cstdlib>
#include <sstream>

#include "runtime/library_directory.hpp"

namespace ndweave::detail {
namespace {

void append_environment_directories(std::vector<std::string>& directories) {
    const char* list = secure_getenv("NDWEAVE_PLUGIN_PATH");
    if (!list) return;
    std::istringstream stream(list);
    for (std::string directory; std::getline(stream, directory, ':');) {
        if (directory.starts_with('/')) directories.push_back(directory);
    }
}

}  // namespace

std::vector<std::string> plugin_directories() {
    std::vector<std::string> directories;
    if (const std::string beside = library_directory(); !beside.empty()) directories.push_back(beside + "/ndweave");
    append_environment_directories(directories);
    return directories;
}

std::string plugin_file_name(const std::string& backend) { return "ndweave-plugin-" + backend + ".so"; }

}  // namespace ndweave::detail

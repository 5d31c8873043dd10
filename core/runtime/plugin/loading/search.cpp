#include "runtime/plugin/loading/search.hpp"

#include <sstream>

#include "runtime/environment/environment.hpp"
#include "runtime/environment/library_directory.hpp"

namespace ndweave::detail {
namespace {

void append_environment_directories(std::vector<std::string>& directories) {
    std::istringstream stream(environment_value("NDWEAVE_PLUGIN_PATH"));
    for (std::string directory; std::getline(stream, directory, ':');) {
        if (!directory.empty()) directories.push_back(directory);
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

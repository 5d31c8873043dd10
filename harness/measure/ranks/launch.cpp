#include "measure/ranks/launch.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "measure/external.hpp"
#include "measure/ranks/rank.hpp"

namespace ndweave::harness {

namespace {

std::vector<std::string> words_of(const measurement& m) {
    return split_command(m.launcher.empty() ? default_launcher : m.launcher);
}

bool can_run(const std::string& path) {
    return access(path.c_str(), X_OK) == 0 && !std::filesystem::is_directory(path);
}

}  // namespace

std::vector<std::string> launch_command(const measurement& m) {
    std::vector<std::string> words = words_of(m);
    const std::string ranks = std::to_string(m.ranks), mark = "{ranks}";
    bool told = false;
    for (std::string& word : words) {
        if (const std::size_t at = word.find(mark); at != std::string::npos) {
            word.replace(at, mark.size(), ranks);
            told = true;
        }
    }
    if (!told) words.insert(words.begin() + 1, {"-n", ranks});
    words.push_back(std::filesystem::read_symlink("/proc/self/exe").string());
    words.push_back(rank_subcommand);
    words.push_back(dump_line(to_json(m)));
    return words;
}

std::string why_no_launcher(const measurement& m) {
    const std::string program = words_of(m).front();
    if (program.find('/') != std::string::npos) {
        if (can_run(program)) return "";
    } else if (const char* path = std::getenv("PATH")) {
        std::string rest = path;
        for (std::size_t begin = 0; begin <= rest.size();) {
            const std::size_t end = std::min(rest.find(':', begin), rest.size());
            if (can_run(rest.substr(begin, end - begin) + "/" + program)) return "";
            begin = end + 1;
        }
    }
    return "no launcher '" + program + "' here: install an MPI (Debian: openmpi-bin), or name yours with --launcher";
}

std::map<std::string, std::string> launch_environment() {
    std::map<std::string, std::string> wanted{{"OMPI_MCA_rmaps_base_oversubscribe", "1"},
                                              {"OMPI_MCA_hwloc_base_binding_policy", "none"}};
    if (geteuid() == 0) {
        wanted["OMPI_ALLOW_RUN_AS_ROOT"] = "1";
        wanted["OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"] = "1";
    }
    for (auto each = wanted.begin(); each != wanted.end();)
        each = std::getenv(each->first.c_str()) ? wanted.erase(each) : std::next(each);
    return wanted;
}

}  // namespace ndweave::harness

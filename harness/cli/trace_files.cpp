#include "cli/trace_files.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include "cli/output_place.hpp"
#include "system/files.hpp"

namespace ndweave::harness {

namespace {

constexpr std::size_t max_bytes = std::size_t{4} << 30;

/// `path` with a number behind it, in the order of their names.
std::vector<std::filesystem::path> parts_of(const std::filesystem::path& path) {
    std::vector<std::filesystem::path> found;
    const std::string begin = path.filename().string() + ".";
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(path.parent_path(), ignored)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with(begin) && name.size() > begin.size() &&
            name.find_first_not_of("0123456789", begin.size()) == std::string::npos)
            found.push_back(entry.path());
    }
    std::ranges::sort(found);
    return found;
}

/// The events of a whole file, without what is around them; empty where it is not whole.
std::string events_of(const std::string& text) {
    const std::string end = "]}\n";
    const std::size_t begin = text.find("[\n");
    if (begin == std::string::npos || !text.ends_with(end)) return "";
    return text.substr(begin + 2, text.size() - end.size() - begin - 2);
}

}  // namespace

trace_files::trace_files(const std::string& path) {
    if (path.empty()) return;
    check_place(path, "--trace");
    path_ = std::filesystem::absolute(path).string();
    for (const auto& part : parts_of(path_)) std::filesystem::remove(part);  // of a run that was killed
    setenv("NDWEAVE_TRACE", (path_ + ".%p").c_str(), 1);
}

bool trace_files::join() const {
    if (path_.empty()) return true;
    try {
        std::string all;
        for (const auto& part : parts_of(path_)) {
            const std::string events = events_of(read_file(part.string(), max_bytes));
            if (!events.empty()) all += (all.empty() ? "" : ",\n") + events;
        }
        write_file(path_, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n" + all + "]}\n");
        for (const auto& part : parts_of(path_)) std::filesystem::remove(part);
        return true;
    } catch (const std::runtime_error& e) {
        std::fprintf(stderr, "harness: %s\n", e.what());
        return false;
    }
}

}  // namespace ndweave::harness

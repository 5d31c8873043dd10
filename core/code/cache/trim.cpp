#include "code/cache/trim.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ndweave::code::cache {
namespace {

constexpr std::int64_t hour = 3600, day = 24 * hour;  // seconds

struct kept_file {
    std::string name;
    std::int64_t used;
    std::uint64_t bytes;
};

std::vector<std::string> names_in(int directory) {
    std::vector<std::string> names;
    const int own = ::openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (own < 0) return names;
    const std::unique_ptr<DIR, int (*)(DIR*)> list(::fdopendir(own), &::closedir);
    if (!list) {
        ::close(own);
        return names;
    }
    while (const dirent* const next = ::readdir(list.get())) names.emplace_back(next->d_name);
    return names;
}

}  // namespace

std::uint64_t max_bytes() {
    constexpr std::uint64_t unless_asked = 1024;
    const char* const asked = ::secure_getenv("NDWEAVE_CACHE_MIB");
    if (asked == nullptr) return unless_asked << 20;
    char* end = nullptr;
    const std::uint64_t mebibytes = std::strtoull(asked, &end, 10);
    const bool is_number = *asked >= '0' && *asked <= '9' && *end == '\0';
    return (is_number ? std::min(mebibytes, std::uint64_t{1} << 40) : unless_asked) << 20;
}

void trim(int directory, std::uint64_t most) {
    const std::int64_t now = std::time(nullptr);
    std::vector<kept_file> files;
    std::uint64_t bytes = 0;
    for (const std::string& name : names_in(directory)) {
        const std::string_view text = name;
        const bool whole = text.ends_with(".kernel");
        if (!whole && !(text.starts_with(".") && text.ends_with(".tmp"))) continue;
        struct stat status;
        if (::fstatat(directory, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(status.st_mode)) continue;
        if (whole) {
            files.push_back({name, status.st_mtime, static_cast<std::uint64_t>(status.st_size)});
            bytes += files.back().bytes;
        } else if (now - status.st_mtime > hour) {
            (void)::unlinkat(directory, name.c_str(), 0);
        }
    }
    std::ranges::sort(files, {}, &kept_file::used);
    for (const kept_file& file : files) {
        if (bytes <= most) return;
        if (::unlinkat(directory, file.name.c_str(), 0) == 0) bytes -= file.bytes;
    }
}

void mark_used(int file, std::int64_t modified) {
    if (std::time(nullptr) - modified > day) (void)::futimens(file, nullptr);
}

}  // namespace ndweave::code::cache

#include "code/perf_map.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <unordered_set>

namespace ndweave::code {

namespace {

[[noreturn]] void refuse(const std::string& path) {
    throw std::runtime_error("NDWEAVE_PERF is '1', and " + path +
                             " cannot be written: " + std::generic_category().message(errno));
}

/// Of this process. What lies there, of an earlier process with the same number, goes. Everybody may write to /tmp:
/// nothing there is opened, and links are not followed.
int open_map(const std::string& path) {
    unlink(path.c_str());
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0) refuse(path);
    return file;
}

class perf_map {
public:
    void add(std::uintptr_t code, std::size_t bytes, std::string name) {
        if (named_.contains(code)) return;
        if (process_ != getpid()) begin();
        std::ranges::replace_if(name, [](unsigned char c) { return c < 0x20; }, ' ');
        std::array<char, 40> range;
        std::snprintf(range.data(), range.size(), "%lx %lx ", static_cast<unsigned long>(code),
                      static_cast<unsigned long>(bytes));
        const std::string line = range.data() + name + "\n";
        if (write(file_, line.data(), line.size()) != static_cast<ssize_t>(line.size())) refuse(path_);
        named_.insert(code);
    }

private:
    void begin() {
        const pid_t process = getpid();
        path_ = "/tmp/perf-" + std::to_string(process) + ".map";
        if (file_ >= 0) close(file_);
        file_ = -1;
        file_ = open_map(path_);
        process_ = process;
    }

    std::string path_;
    int file_ = -1;
    pid_t process_ = 0;
    std::unordered_set<std::uintptr_t> named_;
};

}  // namespace

bool has_perf_map() {
    static const bool wanted = [] {
        const char* const value = ::secure_getenv("NDWEAVE_PERF");
        return value && std::strcmp(value, "1") == 0;
    }();
    return wanted;
}

void add_to_perf_map(const void* code, std::size_t bytes, const std::string& name) {
    static auto& map = *new perf_map;
    map.add(reinterpret_cast<std::uintptr_t>(code), bytes, name);
}

}  // namespace ndweave::code

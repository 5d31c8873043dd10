#include "code/cache/disk.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "code/cache/no_file_size_signal.hpp"
#include "code/cache/trim.hpp"

namespace ndweave::code::cache {
namespace {

/// Larger files are not ours.
constexpr off_t largest_file = off_t{256} << 20;

class descriptor {
public:
    explicit descriptor(int number) : number_(number) {}
    ~descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    descriptor(const descriptor&) = delete;
    descriptor& operator=(const descriptor&) = delete;

    int get() const { return number_; }
    explicit operator bool() const { return number_ >= 0; }

private:
    int number_;
};

bool is_private(const struct stat& status) {
    return status.st_uid == ::geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/// The directory as a descriptor, so that what was checked is what is used; -1 and the reason where it is not to be.
int open_directory(const std::string& path, std::string& why) {
    const int number = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (number < 0) {
        why = std::string("it is no folder that can be opened, itself and not by a link: ") + std::strerror(errno);
        return -1;
    }
    struct stat status;
    if (::fstat(number, &status) == 0 && is_private(status)) return number;
    why = "it belongs to another user, or others can write it";
    ::close(number);
    return -1;
}

int open_directory(const std::string& path) {
    std::string unused;
    return open_directory(path, unused);
}

void make_directory(const std::string& path) {
    for (std::size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1)) {
        (void)::mkdir(path.substr(0, slash).c_str(), 0700);
    }
    (void)::mkdir(path.c_str(), 0700);
}

std::string file_name(std::string_view key) { return std::string(key) + ".kernel"; }

std::optional<std::string> read_whole(int file) {
    struct stat status;
    if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || !is_private(status)) return std::nullopt;
    if (status.st_size > largest_file) return std::nullopt;
    std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t got = ::read(file, bytes.data() + done, bytes.size() - done);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return std::nullopt;
        done += static_cast<std::size_t>(got);
    }
    mark_used(file, status.st_mtime);
    return bytes;
}

/// Without fsync, which takes seconds on a busy disk: what a crash of the machine leaves torn is a miss, by its hash.
bool write_whole(int file, std::string_view bytes) {
    const no_file_size_signal guard;
    while (!bytes.empty()) {
        const ssize_t put = ::write(file, bytes.data(), bytes.size());
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(put));
    }
    return true;
}

/// Whether the cache is to be looked through: at the first file that this process writes, and each 64 MiB later.
bool is_trim_due(std::size_t bytes) {
    constexpr std::uint64_t step = std::uint64_t{64} << 20;
    static std::atomic<std::uint64_t> written{0};
    const std::uint64_t before = written.fetch_add(bytes);
    return before == 0 || before / step != (before + bytes) / step;
}

/// Unlike any other process's and thread's.
std::string temporary_name(std::string_view key) {
    static std::atomic<unsigned> count{0};
    return "." + std::string(key) + "." + std::to_string(::getpid()) + "." + std::to_string(count.fetch_add(1)) +
           ".tmp";
}

int create(int directory, const std::string& name) {
    return ::openat(directory, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

std::string from_environment(const char* name, const char* suffix) {
    const char* const value = ::secure_getenv(name);
    return value == nullptr || *value != '/' ? std::string() : std::string(value) + suffix;
}

}  // namespace

std::string directory() {
    std::string path = from_environment("NDWEAVE_CACHE_DIR", "");
    if (path.empty()) path = from_environment("XDG_CACHE_HOME", "/ndweave");
    if (path.empty()) path = from_environment("HOME", "/.cache/ndweave");
    while (path.size() > 1 && path.back() == '/') path.pop_back();
    return path;
}

std::optional<entry> load(const std::string& directory, std::string_view key) {
    const descriptor place(open_directory(directory));
    if (!place) return std::nullopt;
    const descriptor file(
        ::openat(place.get(), file_name(key).c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!file) return std::nullopt;
    const std::optional<std::string> bytes = read_whole(file.get());
    return bytes ? decode(key, *bytes) : std::nullopt;
}

std::string problem(const std::string& directory) {
    std::string why;
    make_directory(directory);
    const descriptor place(open_directory(directory, why));
    if (!place) return why;
    const std::string name = temporary_name("problem");
    const descriptor file(create(place.get(), name));
    if (!file || !write_whole(file.get(), "x"))
        why = std::string("nothing can be written there: ") + std::strerror(errno);
    (void)::unlinkat(place.get(), name.c_str(), 0);
    return why;
}

void store(const std::string& directory, std::string_view key, const entry& what) {
    if (directory.empty()) return;
    make_directory(directory);
    const descriptor place(open_directory(directory));
    if (!place) return;
    const std::string name = temporary_name(key);
    const std::string bytes = encode(key, what);
    bool whole = false;
    {
        const descriptor file(create(place.get(), name));
        if (!file) return;
        whole = write_whole(file.get(), bytes);
    }
    if (!whole || ::renameat(place.get(), name.c_str(), place.get(), file_name(key).c_str()) != 0) {
        (void)::unlinkat(place.get(), name.c_str(), 0);
    }
    if (is_trim_due(bytes.size())) trim(place.get(), max_bytes());
}

}  // namespace ndweave::code::cache

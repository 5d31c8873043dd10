#include "system/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "system/descriptor.hpp"

namespace ndweave::harness {

namespace {

/// /dev/stdout, a pipe: nothing to rename.
bool is_special(const std::string& path) {
    struct stat facts{};
    return stat(path.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode);
}

std::string temporary_for(const std::string& path) { return path + ".tmp" + std::to_string(getpid()); }

descriptor open_temporary(const std::string& path) {
    return descriptor(open(temporary_for(path).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
}

[[noreturn]] void fail(const std::string& what, const std::string& path) {
    throw std::runtime_error("cannot " + what + " " + path + ": " + std::strerror(errno));
}

}  // namespace

std::string read_file(const std::string& path, std::size_t max_bytes) {
    const descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file) fail("open", path);
    std::string text;
    char buffer[65536];
    for (ssize_t got; (got = read(file.get(), buffer, sizeof buffer)) != 0;) {
        if (got < 0) fail("read", path);
        text.append(buffer, static_cast<std::size_t>(got));
        if (text.size() > max_bytes) {
            throw std::runtime_error(path + " is larger than " + std::to_string(max_bytes >> 20) + " MiB");
        }
    }
    return text;
}

void write_and_sync(int fd, const std::string& text, const std::string& path) {
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t written = write(fd, text.data() + done, text.size() - done);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail("write", path);
        done += static_cast<std::size_t>(written);
    }
    // Pipes and terminals cannot be synced, and need not be.
    if (fsync(fd) != 0 && errno != EINVAL && errno != EROFS) fail("write", path);
}

void write_file(const std::string& path, const std::string& text) {
    if (is_special(path)) {
        const descriptor file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
        if (!file) fail("open", path);
        return write_and_sync(file.get(), text, path);
    }
    const std::string temporary = temporary_for(path);
    const descriptor file = open_temporary(path);
    if (!file) fail("write", path);
    try {
        write_and_sync(file.get(), text, path);
        if (rename(temporary.c_str(), path.c_str()) != 0) fail("replace", path);
    } catch (...) {
        unlink(temporary.c_str());
        throw;
    }
}

void check_writable(const std::string& path) {
    if (!is_special(path)) {
        const descriptor file = open_temporary(path);
        if (!file) fail("write", path);
        unlink(temporary_for(path).c_str());
    } else if (std::filesystem::is_directory(path)) {
        errno = EISDIR;
        fail("write", path);
    } else if (access(path.c_str(), W_OK) != 0) {
        fail("write", path);
    }
}

}  // namespace ndweave::harness

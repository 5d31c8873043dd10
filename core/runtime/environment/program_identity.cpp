#include "runtime/environment/program_identity.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <array>

namespace ndweave::detail {

std::string program_identity() {
    static constexpr const char* self = "/proc/self/exe";
    std::array<char, 4096> path;
    const ssize_t length = readlink(self, path.data(), path.size());
    struct stat status;
    if (length <= 0 || stat(self, &status) != 0) return {};
    return std::string(path.data(), static_cast<std::size_t>(length)) + " " + std::to_string(status.st_size) + " " +
           std::to_string(status.st_mtim.tv_sec) + "." + std::to_string(status.st_mtim.tv_nsec);
}

}  // namespace ndweave::detail

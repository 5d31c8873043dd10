#include "runtime/plugin/loading/plugin_file.hpp"

#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

namespace ndweave::detail {
namespace {

#if defined(__x86_64__)
constexpr unsigned this_machine = EM_X86_64;
#elif defined(__aarch64__)
constexpr unsigned this_machine = EM_AARCH64;
#else
#error "name the ELF machine of this processor"
#endif

bool trusted_owner(const struct stat& s) { return s.st_uid == 0 || s.st_uid == geteuid(); }

file_problem check_directory(const std::string& path) {
    struct stat s{};
    if (stat(path.c_str(), &s) != 0) return {"its folder cannot be examined: " + std::string(std::strerror(errno)), ""};
    if (!trusted_owner(s))
        return {"its folder " + path + " belongs to another user", "chown " + path + ", or install elsewhere"};
    const bool sticky = s.st_mode & S_ISVTX;
    if ((s.st_mode & S_IWOTH) && !sticky)
        return {"its folder " + path + " is writable by everybody", "chmod o-w " + path};
    return {};
}

file_problem not_a_shared_object(const std::string& what) {
    return {what, "build or install the plugin again for this machine"};
}

file_problem check_header(const Elf64_Ehdr& h) {
    if (std::memcmp(h.e_ident, ELFMAG, SELFMAG) != 0 || h.e_type != ET_DYN) {
        return not_a_shared_object("it is no shared object");
    }
    if (h.e_ident[EI_CLASS] != ELFCLASS64 || h.e_machine != this_machine) {
        return not_a_shared_object("it is built for another processor");
    }
    return {};
}

/// The links that `path` goes through at its end: each must be a trusted user's, in a folder that is safe.
file_problem check_links(std::filesystem::path path) {
    for (int links = 0; links < 40; ++links) {  // as many as Linux follows
        struct stat s{};
        if (lstat(path.c_str(), &s) != 0 || !S_ISLNK(s.st_mode)) return {};
        if (!trusted_owner(s)) {
            return {"the link " + path.string() + " belongs to another user", "remove it, or make one of your own"};
        }
        if (file_problem problem = check_directory(path.parent_path().string())) return problem;
        std::error_code error;
        const std::filesystem::path target = std::filesystem::read_symlink(path, error);
        if (error) return {"the link " + path.string() + " cannot be read: " + error.message(), ""};
        path = target.is_absolute() ? target : path.parent_path() / target;
    }
    return {};  // opening it has failed
}

bool read_at(int file, std::uint64_t offset, void* to, std::size_t bytes) {
    return pread(file, to, bytes, static_cast<off_t>(offset)) == static_cast<ssize_t>(bytes);
}

}  // namespace

plugin_file::plugin_file(const std::string& path)
    : path_(path), descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)), error_(errno) {}

plugin_file::~plugin_file() {
    if (descriptor_ >= 0 && !stays_open_) close(descriptor_);
}

std::string plugin_file::loadable_path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

file_problem plugin_file::check_ownership() const {
    if (file_problem problem = check_links(path_)) return problem;
    struct stat s{};
    if (descriptor_ < 0) {
        return error_ == EACCES ? file_problem{"it cannot be read: " + std::string(std::strerror(error_)),
                                               "make it readable for the user"}
                                : file_problem{"it cannot be examined: " + std::string(std::strerror(error_)), ""};
    }
    if (fstat(descriptor_, &s) != 0) return {"it cannot be examined: " + std::string(std::strerror(errno)), ""};
    if (!S_ISREG(s.st_mode)) return {"it is no regular file", ""};
    if (!trusted_owner(s))
        return {"it belongs to another user", "chown it to root or to the user that runs the program"};
    std::error_code error;
    const std::filesystem::path real = std::filesystem::read_symlink(loadable_path(), error);
    if (error) return {"/proc, through which it is loaded, cannot be read: " + error.message(), "mount /proc"};
    if (s.st_mode & (S_IWGRP | S_IWOTH)) return {"its group or everybody may write it", "chmod go-w " + real.string()};
    return check_directory(real.parent_path().string());
}

file_problem plugin_file::check_shared_object() const {
    struct stat s{};
    if (fstat(descriptor_, &s) != 0) return {"it cannot be read: " + std::string(std::strerror(errno)), ""};
    const auto size = static_cast<std::uint64_t>(s.st_size);
    Elf64_Ehdr header{};
    if (!read_at(descriptor_, 0, &header, sizeof header)) return not_a_shared_object("it is no shared object");
    if (const file_problem problem = check_header(header)) return problem;

    const file_problem cut = not_a_shared_object("it is cut short: its program headers name more bytes than it has");
    std::vector<Elf64_Phdr> segments(header.e_phnum);
    if (header.e_phentsize != sizeof(Elf64_Phdr) || header.e_phoff > size) return cut;
    if (!read_at(descriptor_, header.e_phoff, segments.data(), segments.size() * sizeof(Elf64_Phdr))) return cut;
    for (const Elf64_Phdr& segment : segments) {
        if (segment.p_type == PT_LOAD && (segment.p_offset > size || segment.p_filesz > size - segment.p_offset)) {
            return cut;
        }
    }
    return {};
}

}  // namespace ndweave::detail

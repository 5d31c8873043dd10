#include <elf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

#include "runtime/plugin/search.hpp"

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

}  // namespace

file_problem check_ownership(const std::string& path) {
    std::error_code error;
    const std::filesystem::path real = std::filesystem::canonical(path, error);
    struct stat s{};
    if (error || stat(real.c_str(), &s) != 0)
        return {"it cannot be examined: " + std::string(std::strerror(errno)), ""};
    if (!S_ISREG(s.st_mode)) return {"it is no regular file", ""};
    if (!trusted_owner(s))
        return {"it belongs to another user", "chown it to root or to the user that runs the program"};
    if (s.st_mode & (S_IWGRP | S_IWOTH)) return {"its group or everybody may write it", "chmod go-w " + real.string()};
    return check_directory(real.parent_path().string());
}

file_problem check_shared_object(const std::string& path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file) return {"it cannot be read: " + std::string(std::strerror(errno)), "make it readable for the user"};
    const auto size = static_cast<std::uint64_t>(file.tellg());
    Elf64_Ehdr header{};
    file.seekg(0);
    if (!file.read(reinterpret_cast<char*>(&header), sizeof header))
        return not_a_shared_object("it is no shared object");
    if (const file_problem problem = check_header(header)) return problem;

    const file_problem cut = not_a_shared_object("it is cut short: its program headers name more bytes than it has");
    std::vector<Elf64_Phdr> segments(header.e_phnum);
    if (header.e_phentsize != sizeof(Elf64_Phdr) || header.e_phoff > size) return cut;
    file.seekg(static_cast<std::streamoff>(header.e_phoff));
    if (!file.read(reinterpret_cast<char*>(segments.data()),
                   static_cast<std::streamsize>(segments.size() * sizeof(Elf64_Phdr)))) {
        return cut;
    }
    for (const Elf64_Phdr& s : segments) {
        if (s.p_type == PT_LOAD && (s.p_offset > size || s.p_filesz > size - s.p_offset)) return cut;
    }
    return {};
}

}  // namespace ndweave::detail

/// Which build a shared object or program is.
#pragma once

#include <elf.h>
#include <link.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <span>
#include <string>
#include <vector>

namespace ndweave::support {
namespace detail {

struct build_id_search {
    std::uintptr_t address;  // in the object that is looked for
    std::string found;
};

inline std::string in_hexadecimal(std::span<const unsigned char> bytes) {
    constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (const unsigned char byte : bytes) (text += digits[byte / 16]) += digits[byte % 16];
    return text;
}

/// Notes are a header, a name and a description, each padded to four bytes (ELF specification, "Note Section").
inline std::string build_id_in(std::span<const unsigned char> notes) {
    const auto padded = [](std::size_t size) { return (size + 3) / 4 * 4; };
    ElfW(Nhdr) head;
    while (notes.size() >= sizeof head) {
        std::memcpy(&head, notes.data(), sizeof head);
        const std::size_t description = sizeof head + padded(head.n_namesz), end = description + padded(head.n_descsz);
        if (end > notes.size()) break;
        const bool is_gnu = head.n_namesz == 4 && std::memcmp(notes.data() + sizeof head, "GNU", 4) == 0;
        if (is_gnu && head.n_type == NT_GNU_BUILD_ID) return in_hexadecimal(notes.subspan(description, head.n_descsz));
        notes = notes.subspan(end);
    }
    return {};
}

inline int look_for_build_id(dl_phdr_info* object, std::size_t, void* data) {
    auto& search = *static_cast<build_id_search*>(data);
    const std::span segments(object->dlpi_phdr, object->dlpi_phnum);
    bool holds_address = false;
    for (const ElfW(Phdr) & s : segments)
        holds_address |= s.p_type == PT_LOAD && search.address - object->dlpi_addr - s.p_vaddr < s.p_memsz;
    if (!holds_address) return 0;
    for (const ElfW(Phdr) & s : segments) {
        if (s.p_type != PT_NOTE || !search.found.empty()) continue;
        search.found = build_id_in({reinterpret_cast<const unsigned char*>(object->dlpi_addr + s.p_vaddr), s.p_memsz});
    }
    return 1;
}

}  // namespace detail

/// The linker's build id (ELF note NT_GNU_BUILD_ID, a hash of what was linked) of the shared object or program that
/// holds `address`, in hexadecimal; empty if it has none.
inline std::string build_id_at(const void* address) {
    detail::build_id_search search{reinterpret_cast<std::uintptr_t>(address), {}};
    dl_iterate_phdr(detail::look_for_build_id, &search);
    return search.found;
}

/// The same of a file that is not loaded; empty where it is no shared object or program for this machine, too.
inline std::string build_id_of_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const auto read = [&](std::uint64_t at, void* to, std::size_t bytes) {
        file.seekg(static_cast<std::streamoff>(at));
        return static_cast<bool>(file.read(static_cast<char*>(to), static_cast<std::streamsize>(bytes)));
    };
    ElfW(Ehdr) head;
    if (!read(0, &head, sizeof head) || std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0) return {};
    for (unsigned n = 0; n < head.e_phnum; ++n) {
        ElfW(Phdr) segment;
        if (!read(head.e_phoff + n * sizeof segment, &segment, sizeof segment)) return {};
        constexpr std::size_t most_notes = 1 << 16;
        if (segment.p_type != PT_NOTE || segment.p_filesz > most_notes) continue;
        std::vector<unsigned char> notes(segment.p_filesz);
        if (!read(segment.p_offset, notes.data(), notes.size())) return {};
        if (std::string found = detail::build_id_in(notes); !found.empty()) return found;
    }
    return {};
}

}  // namespace ndweave::support

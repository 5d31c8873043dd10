#include "compiler/cache/build_id.hpp"

#include <link.h>
#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/MathExtras.h>

#include <cstring>

namespace ndweave::compiler::cache {
namespace {

struct search {
    std::uintptr_t address;  // in the library that is looked for
    std::string found;
};

/// Notes are a header, a name and a description, each padded to four bytes (ELF specification, "Note Section").
std::string build_id_in(llvm::ArrayRef<std::uint8_t> notes) {
    ElfW(Nhdr) head;
    while (notes.size() >= sizeof head) {
        std::memcpy(&head, notes.data(), sizeof head);
        const std::size_t name = sizeof head, description = name + llvm::alignTo(head.n_namesz, 4);
        const std::size_t end = description + llvm::alignTo(head.n_descsz, 4);
        if (end > notes.size()) break;
        const bool is_gnu = head.n_namesz == 4 && std::memcmp(notes.data() + name, "GNU", 4) == 0;
        if (head.n_type == NT_GNU_BUILD_ID && is_gnu)
            return llvm::toHex(notes.slice(description, head.n_descsz), /*LowerCase=*/true);
        notes = notes.drop_front(end);
    }
    return {};
}

int look_into(dl_phdr_info* object, std::size_t, void* data) {
    auto& one = *static_cast<search*>(data);
    const llvm::ArrayRef segments(object->dlpi_phdr, object->dlpi_phnum);
    const auto holds = [&](const ElfW(Phdr) & s) {
        return s.p_type == PT_LOAD && one.address - object->dlpi_addr - s.p_vaddr < s.p_memsz;
    };
    if (llvm::none_of(segments, holds)) return 0;
    for (const ElfW(Phdr) & s : segments) {
        if (s.p_type != PT_NOTE || !one.found.empty()) continue;
        one.found = build_id_in({reinterpret_cast<const std::uint8_t*>(object->dlpi_addr + s.p_vaddr), s.p_memsz});
    }
    return 1;
}

std::string find_build_id() {
    search one{reinterpret_cast<std::uintptr_t>(&find_build_id), {}};
    dl_iterate_phdr(look_into, &one);
    return one.found;
}

}  // namespace

const std::string& build_id() {
    static const std::string id = find_build_id();
    return id;
}

}  // namespace ndweave::compiler::cache

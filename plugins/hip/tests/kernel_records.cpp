#include "kernel_records.hpp"

#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>

namespace ndweave::hip::testing {
namespace {

constexpr std::string_view record_prefix = "_ZN7ndweave6detail6recordI";

std::uintptr_t load_address() {
    std::uintptr_t address = 0;
    dl_iterate_phdr(
        [](dl_phdr_info* object, std::size_t, void* data) {
            *static_cast<std::uintptr_t*>(data) = object->dlpi_addr;  // the program comes first
            return 1;
        },
        &address);
    return address;
}

const detail::kernel_record* record_of(const Elf64_Sym& symbol, const char* names) {
    const bool is_record = ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT &&
                           symbol.st_size == sizeof(detail::kernel_record) &&
                           std::string_view(names + symbol.st_name).starts_with(record_prefix);
    if (!is_record) return nullptr;
    const auto* record = reinterpret_cast<const detail::kernel_record*>(load_address() + symbol.st_value);
    return record->bitcode ? record : nullptr;
}

}  // namespace

std::vector<const detail::kernel_record*> kernel_records() {
    std::ifstream file("/proc/self/exe", std::ios::binary);
    const std::vector<char> image{std::istreambuf_iterator<char>(file), {}};
    const auto* head = reinterpret_cast<const Elf64_Ehdr*>(image.data());
    const auto* sections = reinterpret_cast<const Elf64_Shdr*>(image.data() + head->e_shoff);
    std::vector<const detail::kernel_record*> found;
    for (int i = 0; i < head->e_shnum; ++i) {
        if (sections[i].sh_type != SHT_SYMTAB) continue;
        const auto* symbols = reinterpret_cast<const Elf64_Sym*>(image.data() + sections[i].sh_offset);
        const char* names = image.data() + sections[sections[i].sh_link].sh_offset;
        for (std::size_t k = 0; k < sections[i].sh_size / sizeof(Elf64_Sym); ++k) {
            const detail::kernel_record* record = record_of(symbols[k], names);
            if (record) found.push_back(record);
        }
    }
    std::sort(found.begin(), found.end(), [](auto* a, auto* b) { return std::strcmp(a->name, b->name) < 0; });
    return found;
}

}  // namespace ndweave::hip::testing

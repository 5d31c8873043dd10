#include "gpu/tests/app_kernels.hpp"

#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <set>
#include <string_view>

#include "runtime/kernel/compile_request.hpp"
#include "runtime/kernel/kernel_variant.hpp"

namespace ndweave::gpu::testing {
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

/// Work-groups as the runtime and the apps choose them.
void set_local_range(ndw_compile_request& request) {
    using detail::kernel_kind;
    const std::uint32_t basic[3][3] = {{256, 1, 1}, {64, 4, 1}, {16, 4, 4}}, matrix[3] = {8, 8, 1};
    const bool is_basic = request.variant.kind == static_cast<std::uint32_t>(kernel_kind::basic);
    const std::uint32_t single[3] = {1, 1, 1};
    const auto* range = request.variant.kind == 0                      ? single
                        : !is_basic && request.variant.dimensions == 2 ? matrix
                                                                       : basic[request.variant.dimensions - 1];
    std::copy_n(range, 3, request.variant.local_range);
}

}  // namespace

bool contains(const detail::kernel_record& k, const std::string& part) {
    return std::string(k.name).find(part) != std::string::npos;
}

bool is_fast(const detail::kernel_record& k) { return contains(k, "minibude"); }

bool runs_on_gpus(const detail::kernel_record& k) {
    if (contains(k, "dct8x8") && contains(k, "transform_blocks")) return false;
    return !contains(k, "range_reduction") || !contains(k, "for_each_constraint");
}

bool fits_registers(const detail::kernel_record& k, unsigned registers) {
    for (const unsigned poses : {16u, 32u, 64u, 128u}) {
        if (contains(k, "6fastenILi" + std::to_string(poses) + "E")) return 16 * poses < registers;
    }
    return true;
}

ndw_compile_request request_for(const detail::kernel_record& k) {
    ndw_compile_request request = detail::request_for(k, detail::variant_of(k));
    set_local_range(request);
    if (contains(k, "for_each_constraint")) request.variant.local_range[0] = 128;  // LULESH's own choice
    request.variant.flags = is_fast(k) ? NDW_COMPILE_FAST_MATH : 0;
    request.variant.pointer_alignment = 1;
    return request;
}

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
    std::set<std::string_view> hashes;
    std::erase_if(found, [&](const auto* k) { return !hashes.insert(k->hash).second; });
    return found;
}

}  // namespace ndweave::gpu::testing

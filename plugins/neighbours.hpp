/// Other vendors' libraries in the process.
///
/// Debian's libamd_comgr (AMD's compiler) and its libpocl each contain a clang and share one libLLVM-NN.so. Both clangs
/// register their options there, and LLVM ends the process over the second of a name. AMD's and POCL's own builds hide
/// their LLVM and get on with each other.
#pragma once

#include <elf.h>
#include <link.h>

#include <string>
#include <string_view>

namespace ndweave {
namespace detail {

struct neighbour_search {
    std::string_view prefix;
    std::string path;
};

inline std::string_view file_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

/// Whether the object's dynamic section asks for a library whose name starts with libLLVM.
inline bool needs_shared_llvm(const dl_phdr_info& object) {
    const ElfW(Dyn)* dynamic = nullptr;
    for (int i = 0; i < object.dlpi_phnum; ++i) {
        if (object.dlpi_phdr[i].p_type == PT_DYNAMIC) {
            dynamic = reinterpret_cast<const ElfW(Dyn)*>(object.dlpi_addr + object.dlpi_phdr[i].p_vaddr);
        }
    }
    const char* names = nullptr;
    for (const ElfW(Dyn)* d = dynamic; d && d->d_tag != DT_NULL; ++d) {
        if (d->d_tag == DT_STRTAB) names = reinterpret_cast<const char*>(d->d_un.d_ptr);
    }
    for (const ElfW(Dyn)* d = dynamic; names && d->d_tag != DT_NULL; ++d) {
        if (d->d_tag == DT_NEEDED && std::string_view(names + d->d_un.d_val).starts_with("libLLVM")) return true;
    }
    return false;
}

inline int visit_neighbour(dl_phdr_info* object, std::size_t, void* data) {
    auto& search = *static_cast<neighbour_search*>(data);
    const std::string_view path = object->dlpi_name ? object->dlpi_name : "";
    if (!file_name(path).starts_with(search.prefix) || !needs_shared_llvm(*object)) return 0;
    search.path = path;
    return 1;
}

}  // namespace detail

/// The path of a loaded library whose file name starts with `prefix` and that uses a shared libLLVM; empty: none.
inline std::string neighbour_with_shared_llvm(std::string_view prefix) {
    detail::neighbour_search search{prefix, {}};
    dl_iterate_phdr(detail::visit_neighbour, &search);
    return search.path;
}

}  // namespace ndweave

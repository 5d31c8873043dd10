/// Libraries in the process whose LLVM conflicts with another one.
///
/// Debian's libamd_comgr (AMD's compiler) and its libpocl each contain a clang and share one libLLVM-NN.so. Both clangs
/// register their options there, and LLVM terminates the process on a duplicate name. AMD's and POCL's own builds hide
/// their LLVM and do not conflict.
#pragma once

#include <elf.h>
#include <link.h>

#include <string>
#include <string_view>

namespace ndweave {
namespace detail {

struct library_search {
    std::string_view prefix;
    std::string path;
};

inline std::string_view file_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

/// Whether the object's dynamic section requires a library whose name starts with libLLVM.
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

inline int visit_library(dl_phdr_info* object, std::size_t, void* data) {
    auto& search = *static_cast<library_search*>(data);
    const std::string_view path = object->dlpi_name ? object->dlpi_name : "";
    if (!file_name(path).starts_with(search.prefix) || !needs_shared_llvm(*object)) return 0;
    search.path = path;
    return 1;
}

}  // namespace detail

/// The path of a loaded library whose file name starts with `prefix` and that uses a shared libLLVM; empty: none.
inline std::string conflicting_llvm_library(std::string_view prefix) {
    detail::library_search search{prefix, {}};
    dl_iterate_phdr(detail::visit_library, &search);
    return search.path;
}

}  // namespace ndweave

#include "runtime/environment/library_directory.hpp"

#include <dlfcn.h>

#include <filesystem>

namespace ndweave::detail {

std::string library_directory() {
    Dl_info info{};
    if (!dladdr(reinterpret_cast<const void*>(&library_directory), &info) || !info.dli_fname) return {};
    std::error_code error;
    const std::filesystem::path library = std::filesystem::canonical(info.dli_fname, error);
    return error ? std::string() : library.parent_path().string();
}

}  // namespace ndweave::detail

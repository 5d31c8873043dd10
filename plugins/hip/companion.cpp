#include "hip/companion.hpp"

#include <dlfcn.h>
#include <link.h>

namespace ndweave::hip {
namespace {

/// Empty if the linker does not know.
std::string path_of(void* library) {
    link_map* map = nullptr;
    return dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 && map->l_name ? map->l_name : "";
}

void* open(const std::string& path, int flags, std::string& why) {
    if (void* found = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | flags)) return found;
    const char* reason = dlerror();
    if (flags == 0 && reason) why += (why.empty() ? "" : "; ") + std::string(reason);
    return nullptr;
}

}  // namespace

void* open_companion(void* library, std::initializer_list<std::string> names, std::string& why) {
    const std::string path = path_of(library);
    const std::string directory = path.substr(0, path.rfind('/') + 1);
    std::string quiet;
    for (const std::string& name : names) {
        if (void* loaded = open(name, RTLD_NOLOAD, why)) return loaded;
    }
    for (const std::string& name : names) {
        if (void* beside = directory.empty() ? nullptr : open(directory + name, 0, quiet)) return beside;
    }
    for (const std::string& name : names) {
        if (void* found = open(name, 0, why)) return found;
    }
    return nullptr;
}

std::string version_suffix(void* library) {
    const std::string path = path_of(library);
    const std::size_t end = path.rfind(".so");
    return end == std::string::npos ? "" : path.substr(end + 3);
}

}  // namespace ndweave::hip

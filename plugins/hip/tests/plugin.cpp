#include "plugin.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <vector>

namespace ndweave::hip::testing {

const ndw_plugin* load_plugin(const char* path) {
    void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    EXPECT_NE(library, nullptr) << dlerror();
    return library ? static_cast<const ndw_plugin*>(dlsym(library, NDW_PLUGIN_SYMBOL)) : nullptr;
}

std::string last_error(const ndw_plugin& plugin) {
    std::vector<char> text(plugin.last_error(nullptr, 0));
    plugin.last_error(text.data(), text.size());
    return text.data();
}

std::string installed_runtime() {
    for (const char* path : {"/usr/lib/x86_64-linux-gnu/libamdhip64.so.5", "/opt/rocm/lib/libamdhip64.so"}) {
        if (access(path, R_OK) == 0) return path;
    }
    return {};
}

}  // namespace ndweave::hip::testing

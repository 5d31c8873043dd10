#include "runtime/kernel/source_place.hpp"

#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>

#include <cstdint>

#include "runtime/kernel/kernel_compiler.hpp"

namespace ndweave::detail {
namespace {

std::string line_at(const void* address) {
    Dl_info symbol{};
    link_map* object = nullptr;
    if (!dladdr1(address, &symbol, reinterpret_cast<void**>(&object), RTLD_DL_LINKMAP) || !object) return "";
    const std::string file = object->l_name && *object->l_name ? object->l_name : "/proc/self/exe";
    const auto linked = reinterpret_cast<std::uintptr_t>(address) - object->l_addr;
    char* const found = kernel_compiler().source_line(file.c_str(), linked);
    const std::string place = found ? found : "";
    kernel_compiler().free_error(found);
    return place;
}

/// Whether the code is in the same shared object as this function.
bool is_own(const void* address) {
    Dl_info here{}, there{};
    return dladdr(reinterpret_cast<const void*>(&is_own), &here) && dladdr(address, &there) &&
           here.dli_fbase == there.dli_fbase;
}

}  // namespace

std::string place_of_caller() {
    if (!kernel_compiler_problem().empty()) return "";
    constexpr int max_frames = 16;
    void* callers[max_frames];
    const int count = backtrace(callers, max_frames);
    for (int i = 0; i < count; ++i) {
        // A return address follows its call.
        const void* const call = static_cast<const char*>(callers[i]) - 1;
        if (is_own(call)) continue;
        if (std::string place = line_at(call); !place.empty()) return place;
    }
    return "";
}

}  // namespace ndweave::detail

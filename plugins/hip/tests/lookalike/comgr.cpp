/// As much of libamd_comgr as answers whether an instruction set is known: the one that the look-alike's device states.
#include <cstdint>
#include <cstring>

#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT int amd_comgr_create_action_info(std::uint64_t* action) {
    *action = 1;
    return 0;
}

EXPORT int amd_comgr_action_info_set_isa_name(std::uint64_t, const char* name) {
    return std::strcmp(name, "amdgcn-amd-amdhsa--gfx1030") == 0 ? 0 : 2;  // invalid argument
}

EXPORT int amd_comgr_destroy_action_info(std::uint64_t) { return 0; }

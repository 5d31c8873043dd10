#include "hip/instruction_sets.hpp"

#include <dlfcn.h>

#include <cstdint>

#include "gpu/error.hpp"
#include "hip/companion.hpp"

namespace ndweave::hip {
namespace {

/// After amd_comgr.h; amd_comgr_action_info_t is a structure of one 64-bit handle.
struct code_object_manager {
    int (*create_action)(std::uint64_t* action) = nullptr;
    int (*set_isa)(std::uint64_t action, const char* name) = nullptr;
    int (*destroy_action)(std::uint64_t action) = nullptr;
};

int open_manager(void* library, code_object_manager& manager) {
    std::string why;
    void* comgr = open_companion(library, {"libamd_comgr.so.3", "libamd_comgr.so.2"}, why);
    if (!comgr) return gpu::fail(NDW_NO_DRIVER, "AMD's compiler was not found (" + why + "): install ROCm whole");
    const auto resolve = [comgr](auto& function, const char* name) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(comgr, name));
        return function != nullptr;
    };
    if (resolve(manager.create_action, "amd_comgr_create_action_info") &&
        resolve(manager.set_isa, "amd_comgr_action_info_set_isa_name") &&
        resolve(manager.destroy_action, "amd_comgr_destroy_action_info")) {
        return NDW_OK;
    }
    return gpu::fail(NDW_NO_DRIVER, "AMD's compiler, libamd_comgr, is of a version that is not known here");
}

}  // namespace

int check_architecture(void* library, const std::string& architecture) {
    code_object_manager manager;
    if (const int status = open_manager(library, manager)) return status;
    std::uint64_t action = 0;
    if (manager.create_action(&action)) return gpu::fail(NDW_DRIVER_ERROR, "amd_comgr_create_action_info failed");
    const int refused = manager.set_isa(action, ("amdgcn-amd-amdhsa--" + architecture).c_str());
    manager.destroy_action(action);
    if (!refused) return NDW_OK;
    return gpu::fail(NDW_UNSUPPORTED, "the installed ROCm's compiler does not know the architecture " + architecture +
                                          ": install a newer ROCm");
}

}  // namespace ndweave::hip

#include "hip/machine.hpp"

#include <unistd.h>

#include <string>

#include "conflicting_llvm.hpp"
#include "gpu/error.hpp"

namespace ndweave::hip {
namespace {

constexpr const char* compute_device = "/dev/kfd";  // of the amdgpu kernel driver
constexpr const char* windows_device = "/dev/dxg";  // of Windows' subsystem for Linux, which ROCm uses instead

int check_device_file() {
    if (access(compute_device, R_OK | W_OK) == 0 || access(windows_device, F_OK) == 0) return NDW_OK;
    if (access(compute_device, F_OK) == 0) {
        return gpu::fail(
            NDW_NO_DRIVER,
            "/dev/kfd is there and this user may not open it: add the user to the groups render and video");
    }
    return gpu::fail(
        NDW_NO_DRIVER,
        "no device: /dev/kfd is missing, which the kernel driver amdgpu makes where it finds an AMD GPU for "
        "ROCm");
}

/// Checked before the library is opened, since it may load AMD's compiler at once.
int check_neighbours() {
    const std::string path = conflicting_llvm_library("libpocl");
    if (path.empty()) return NDW_OK;
    return gpu::fail(NDW_NO_DRIVER, path +
                                        ", an OpenCL driver, is loaded in this process, and its LLVM and that of AMD's "
                                        "compiler end a process in which they meet: use OpenCL and HIP devices in "
                                        "processes of their own");
}

}  // namespace

int admit(const char* named_library) {
    if (!named_library) {
        if (const int status = check_device_file()) return status;
    }
    return check_neighbours();
}

}  // namespace ndweave::hip

#include "gpu/status.hpp"

namespace ndweave::gpu {
namespace {

// Numbers of CUresult and hipError_t.
constexpr int invalid_value = 1, out_of_memory = 2, no_device = 100, invalid_device = 101, ecc_uncorrectable = 214,
              file_not_found = 301, invalid_handle = 400, not_ready = 600, illegal_address = 700,
              out_of_resources = 701, launch_timeout = 702, assert_failed = 710, first_fault = 714, last_fault = 719,
              not_supported = 801, system_not_ready = 802;
// Numbers of hipError_t alone.
constexpr int invalid_configuration = 9, invalid_device_pointer = 17, invalid_device_function = 98;

bool is_build_error(int code) { return (code >= 200 && code <= 209) || (code >= 218 && code <= 223); }

}  // namespace

ndw_status status_of(int code) {
    if (code >= first_fault && code <= last_fault) return NDW_LAUNCH_FAILED;
    if (is_build_error(code)) return NDW_BUILD_FAILED;
    switch (code) {
        case 0:
            return NDW_OK;
        case invalid_value:
        case invalid_configuration:
        case invalid_device_pointer:
        case invalid_device_function:
        case file_not_found:
        case invalid_handle:
            return NDW_INVALID;
        case out_of_memory:
            return NDW_OUT_OF_MEMORY;
        case no_device:
        case invalid_device:
            return NDW_NO_DEVICE;
        case not_ready:
            return NDW_NOT_READY;
        case illegal_address:
        case out_of_resources:
        case launch_timeout:
        case assert_failed:
            return NDW_LAUNCH_FAILED;
        case not_supported:
            return NDW_UNSUPPORTED;
        case ecc_uncorrectable:
        case system_not_ready:
            return NDW_DEVICE_LOST;
        default:
            return NDW_DRIVER_ERROR;
    }
}

}  // namespace ndweave::gpu

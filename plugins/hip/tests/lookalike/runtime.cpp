/// HIP calls that differ from the CUDA driver's. One device shows as an AMD GPU with wave fronts of 32 work-items.
#include <array>
#include <cstdio>
#include <cstring>
#include <mutex>

#include "cuda.hpp"

#define EXPORT extern "C" __attribute__((visibility("default")))

namespace {

using lookalike::cuda;

constexpr const char* architecture = "gfx1030";  // its wave fronts are as wide as a warp

/// hipDeviceAttribute_t and CUdevice_attribute.
struct number_pair {
    int hip, cuda;
};
constexpr number_pair attributes[] = {
    {0, 32},                     // whether memory is corrected
    {5, 13},                     // clock
    {9, 89},                     // managed memory of which pages move
    {19, 38},                    // bytes of the second cache
    {24, 83},                    // managed memory
    {26, 2},  {27, 3}, {28, 4},  // work-items of a group, by axis
    {29, 5},  {30, 6}, {31, 7},  // groups, by axis
    {56, 1},                     // work-items of a group
    {59, 37},                    // bits of the memory's bus
    {60, 36},                    // its clock
    {63, 16},                    // compute units
    {74, 97},                    // local memory
    {87, 10},                    // wave front
};

const char* text_of(int (*query)(int, const char**), int code) {
    const char* text = nullptr;
    return query(code, &text) == 0 && text ? text : "unknown";
}

/// The device's primary context, retained for good.
int context_of(int device, void** context) {
    static std::mutex mutex;
    static std::array<void*, 16> contexts{};
    if (!cuda()) return lookalike::no_device;
    if (device < 0 || device >= static_cast<int>(contexts.size())) return lookalike::invalid_device;
    void*& retained = contexts[static_cast<std::size_t>(device)];
    const std::lock_guard lock(mutex);
    if (!retained) {
        if (const int code = cuda()->retain(&retained, device)) return code;
    }
    *context = retained;
    return lookalike::success;
}

}  // namespace

EXPORT int hipInit(unsigned flags) { return cuda() ? cuda()->init(flags) : lookalike::no_device; }

EXPORT int hipDriverGetVersion(int* version) {
    *version = 60000000;
    return lookalike::success;
}

EXPORT const char* hipGetErrorName(int code) { return cuda() ? text_of(cuda()->error_name, code) : "hipErrorNoDevice"; }

EXPORT const char* hipGetErrorString(int code) {
    return cuda() ? text_of(cuda()->error_text, code) : "the look-alike found no libcuda.so.1";
}

EXPORT int hipSetDevice(int device) {
    void* context = nullptr;
    if (const int code = context_of(device, &context)) return code;
    return cuda()->set_current(context);
}

/// hipDeviceP2PAttr counts from 0, CUdevice_P2PAttribute from 1.
EXPORT int hipDeviceGetP2PAttribute(int* value, int attribute, int device, int peer) {
    return cuda() ? cuda()->peer_attribute(value, attribute + 1, device, peer) : lookalike::no_device;
}

EXPORT int hipDeviceEnablePeerAccess(int peer, unsigned flags) {
    void* context = nullptr;
    if (const int code = context_of(peer, &context)) return code;
    return cuda()->enable_peer(context, flags);
}

EXPORT int hipDeviceDisablePeerAccess(int peer) {
    void* context = nullptr;
    if (const int code = context_of(peer, &context)) return code;
    return cuda()->disable_peer(context);
}

EXPORT int hipDeviceGetName(char* name, int bytes, int device) {
    char real[200] = {};
    if (const int code = cuda()->device_name(real, sizeof real, device)) return code;
    std::snprintf(name, static_cast<std::size_t>(bytes), "%s behind a HIP look-alike", real);
    return lookalike::success;
}

EXPORT int hipDeviceGetAttribute(int* value, int attribute, int device) {
    for (const number_pair& n : attributes) {
        if (n.hip == attribute) return cuda()->attribute(value, n.cuda, device);
    }
    return lookalike::invalid_value;
}

/// hipDeviceProp_tR0600: the name, and gcnArchName at byte 1160.
EXPORT int hipGetDevicePropertiesR0600(void* properties, int device) {
    auto* bytes = static_cast<char*>(properties);
    std::memset(bytes, 0, 1472);
    std::strcpy(bytes + 1160, architecture);
    return hipDeviceGetName(bytes, 256, device);
}

EXPORT int hipMemcpyAsync(void* to, const void* from, std::size_t bytes, int kind, void* stream) {
    constexpr int by_address = 4;  // hipMemcpyDefault
    return kind == by_address ? cuda()->copy(to, from, bytes, stream) : lookalike::invalid_value;
}

EXPORT int hipModuleLoadData(void** module, const void* image) { return cuda()->load_data(module, image); }

/// AMD's GPUs give all of their local memory without being asked; CUDA wants to be asked for more than 48 KiB.
EXPORT int hipModuleLaunchKernel(void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                                 unsigned bz, unsigned shared, void* stream, void** arguments, void** extra) {
    constexpr unsigned unasked = 48 * 1024;
    constexpr int shared_bytes = 1, max_dynamic_bytes = 8;  // CUfunction_attribute
    if (shared > 0) {
        int fixed = 0;
        if (const int code = cuda()->function_attribute(&fixed, shared_bytes, function)) return code;
        if (shared + static_cast<unsigned>(fixed) > unasked) {
            const int code = cuda()->set_function_attribute(function, max_dynamic_bytes, static_cast<int>(shared));
            if (code) return code;
        }
    }
    return cuda()->launch(function, gx, gy, gz, bx, by, bz, shared, stream, arguments, extra);
}

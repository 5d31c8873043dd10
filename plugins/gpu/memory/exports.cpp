#include "gpu/memory/exports.hpp"

#include "gpu/driver.hpp"

namespace ndweave::gpu {

int exports::allocate(int device, std::size_t bytes, void** pointer, int* descriptor) {
    if (const int code = this_vendor.export_memory(device, bytes, pointer, descriptor)) return code;
    const std::lock_guard lock(mutex_);
    live_[*pointer] = bytes;
    return 0;
}

bool exports::free(void* pointer, int* code) {
    std::size_t bytes = 0;
    {
        const std::lock_guard lock(mutex_);
        const auto found = live_.find(pointer);
        if (found == live_.end()) return false;
        bytes = found->second;
        live_.erase(found);
    }
    *code = this_vendor.free_exported(pointer, bytes);
    return true;
}

}  // namespace ndweave::gpu

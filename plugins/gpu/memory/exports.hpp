/// Device memory that other drivers can import.
#pragma once

#include <cstddef>
#include <mutex>
#include <unordered_map>

namespace ndweave::gpu {

/// Thread-safe. Pre: the device is current, and this_vendor.export_memory is there.
class exports {
public:
    /// `descriptor` is a file's, and the caller's. Returns the driver's answer.
    int allocate(int device, std::size_t bytes, void** pointer, int* descriptor);
    /// False for other memory; otherwise `code` is the driver's answer.
    bool free(void* pointer, int* code);

private:
    std::mutex mutex_;
    std::unordered_map<void*, std::size_t> live_;  // bytes
};

}  // namespace ndweave::gpu

/// Device memory out of a pool of the driver's, where it has them: what is freed serves the next allocation without a
/// call to the operating system, and freeing does not wait for the whole device.
#pragma once

#include <cstddef>
#include <mutex>
#include <unordered_set>

namespace ndweave::gpu {

/// Thread-safe. The device is current when it is called.
class memory_pool {
public:
    /// Without pools on this device or driver the pool stays closed and allocates nothing.
    void open(int device, std::size_t device_bytes);
    void close();

    /// False where the pool is closed or has no such memory left.
    bool allocate(std::size_t bytes, void** pointer);
    /// False for memory that is not of the pool; otherwise `code` is the driver's answer.
    bool free(void* pointer, int* code);
    /// Gives what is free back to the driver.
    void trim();

private:
    void* pool_ = nullptr;
    void* stream_ = nullptr;  // orders this object's calls
    std::mutex mutex_;
    std::unordered_set<void*> live_;
};

}  // namespace ndweave::gpu

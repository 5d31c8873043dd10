/// Device memory from a pool of the driver, if it has pools: freed memory is reused without a call to the operating
/// system, and freeing does not wait for the whole device.
#pragma once

#include <cstddef>
#include <mutex>
#include <unordered_set>

namespace ndweave::gpu {

/// Thread-safe. Pre: the device is current.
class memory_pool {
public:
    /// Without pools on this device or driver the pool stays closed and allocates nothing.
    void open(int device, std::size_t device_bytes);
    void close();

    /// False if the pool is closed or out of memory.
    bool allocate(std::size_t bytes, void** pointer);
    /// False for memory that is not of the pool; otherwise `code` is the driver's answer.
    bool free(void* pointer, int* code);
    /// Returns free memory to the driver.
    void trim();

private:
    void* pool_ = nullptr;
    void* stream_ = nullptr;  // orders this object's calls
    std::mutex mutex_;
    std::unordered_set<void*> live_;
};

}  // namespace ndweave::gpu

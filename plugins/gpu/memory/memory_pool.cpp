#include "gpu/memory/memory_pool.hpp"

#include "gpu/driver.hpp"
#include "gpu/tuning.hpp"

namespace ndweave::gpu {

void memory_pool::open(int device, std::size_t device_bytes) {
    if (!this_vendor.pool_create) return;
    void* stream = nullptr;
    if (driver.stream_create(&stream, stream_non_blocking)) return;
    if (this_vendor.pool_create(device, device_bytes / tuning::pool_fraction, &pool_)) {
        pool_ = nullptr;
        driver.stream_destroy(stream);
    } else {
        stream_ = stream;
    }
}

void memory_pool::close() {
    if (!pool_) return;
    driver.stream_sync(stream_);
    this_vendor.pool_destroy(pool_);
    driver.stream_destroy(stream_);
    pool_ = nullptr;
}

bool memory_pool::allocate(std::size_t bytes, void** pointer) {
    if (!pool_) return false;
    void* memory = nullptr;
    if (this_vendor.pool_alloc(&memory, bytes, pool_, stream_)) return false;
    // Other streams may use it from now on.
    if (driver.stream_sync(stream_)) return false;
    const std::lock_guard lock(mutex_);
    live_.insert(memory);
    *pointer = memory;
    return true;
}

bool memory_pool::free(void* pointer, int* code) {
    if (!pool_) return false;
    {
        const std::lock_guard lock(mutex_);
        if (live_.erase(pointer) == 0) return false;
    }
    *code = this_vendor.pool_free(pointer, stream_);
    return true;
}

void memory_pool::trim() {
    if (!pool_) return;
    driver.stream_sync(stream_);
    this_vendor.pool_trim(pool_);
}

}  // namespace ndweave::gpu

/// Host memory that others allocated and the device copies like its own.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>

#include "opencl/driver.hpp"

namespace ndweave::opencl {

/// Thread-safe.
class pins {
public:
    /// An ndw_status with its text.
    int add(cl_context context, void* memory, std::uint64_t bytes);
    int remove(void* memory);
    void clear();
    bool contain(const void* address) const;

private:
    struct pin {
        std::uint64_t bytes;
        cl_mem buffer;
    };

    mutable std::mutex mutex_;
    std::map<std::uintptr_t, pin> by_begin_;
};

}  // namespace ndweave::opencl

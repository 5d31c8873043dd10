#include "opencl/memory/pins.hpp"

#include "opencl/error.hpp"

namespace ndweave::opencl {

/// A buffer over the memory, which no command uses: NVIDIA's driver then knows and has pinned the pages, also for
/// copies that name the address only (H100: 54 GB/s instead of 7).
int pins::add(cl_context context, void* memory, std::uint64_t bytes) {
    cl_int error = CL_SUCCESS;
    const cl_mem buffer = cl.clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, memory, &error);
    if (const int status = check(error, "clCreateBuffer over host memory")) return status;
    const std::lock_guard lock(mutex_);
    by_begin_[reinterpret_cast<std::uintptr_t>(memory)] = {bytes, buffer};
    return NDW_OK;
}

int pins::remove(void* memory) {
    const std::lock_guard lock(mutex_);
    const auto found = by_begin_.extract(reinterpret_cast<std::uintptr_t>(memory));
    if (!found) return fail(NDW_INVALID, "no memory that was pinned starts there");
    return check(cl.clReleaseMemObject(found.mapped().buffer), "clReleaseMemObject");
}

void pins::clear() {
    const std::lock_guard lock(mutex_);
    for (const auto& [begin, p] : by_begin_) cl.clReleaseMemObject(p.buffer);
    by_begin_.clear();
}

bool pins::contain(const void* address) const {
    const auto a = reinterpret_cast<std::uintptr_t>(address);
    const std::lock_guard lock(mutex_);
    const auto after = by_begin_.upper_bound(a);
    if (after == by_begin_.begin()) return false;
    const auto& [begin, p] = *std::prev(after);
    return a - begin < p.bytes;
}

}  // namespace ndweave::opencl

#include "cpu/memory/worker_memory.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "cpu/per_thread.hpp"
#include "cpu/tuning.hpp"
#include "ndweave/exception.hpp"

namespace ndweave::detail {

worker_memory& worker_memory::of_this_thread() { return of_calling_thread<worker_memory>(); }

bool worker_memory::is_declared(std::uintptr_t address) const {
    return std::ranges::any_of(declared_, [&](const auto& array) { return array.second.holds(address); });
}

worker_memory::buffer::~buffer() { std::free(data_); }

void* worker_memory::buffer::grow(std::size_t bytes) {
    const std::size_t size = (bytes + tuning::page_bytes - 1) / tuning::page_bytes * tuning::page_bytes;
    void* data = std::aligned_alloc(tuning::page_bytes, size);
    if (!data) {
        throw exception(errc::memory_allocation,
                        "out of memory: a worker's buffer needs " + std::to_string(size) + " bytes");
    }
    std::free(data_);
    data_ = data;
    size_ = size;
    return data;
}

}  // namespace ndweave::detail

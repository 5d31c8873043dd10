#include "runtime/memory/scratch_memory.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "ndweave/exception.hpp"
#include "runtime/device/device_tuning.hpp"
#include "runtime/memory/allocation_map.hpp"

namespace ndweave::detail {

scratch_memory::scratch_memory(std::shared_ptr<device_impl> device, queue_impl& queue, std::size_t bytes)
    : device_(std::move(device)),
      bytes_(std::bit_ceil(std::max(bytes, device_tuning::min_scratch_bytes))),
      memory_(device_->allocate(bytes_, device_tuning::scratch_alignment, usm_kind::device)) {
    if (!memory_) {
        throw exception(errc::memory_allocation,
                        "out of memory: a reduction needs " + std::to_string(bytes_) + " bytes");
    }
    try {
        clear(queue);
        queue.wait();
        allocation_map::instance().insert(
            {reinterpret_cast<std::uintptr_t>(memory_), bytes_, usm_kind::device, device_});
    } catch (...) {
        give_back();
        throw;
    }
}

scratch_memory::~scratch_memory() {
    allocation_map::instance().take(memory_);
    give_back();
}

void scratch_memory::give_back() const noexcept {
    try {
        device_->deallocate(memory_, usm_kind::device);
    } catch (...) {  // memory that a driver fails to free is lost
    }
}

void scratch_memory::clear(queue_impl& queue) const {
    const unsigned char zero = 0;
    queue.fill(memory_, &zero, 1, bytes_);
}

}  // namespace ndweave::detail

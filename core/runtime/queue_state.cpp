#include "runtime/queue_state.hpp"

#include <algorithm>
#include <bit>

namespace ndweave::detail {

queue_state::queue_state(std::shared_ptr<device_impl> device, bool profiling)
    : device_(std::move(device)), impl_(device_->make_queue(profiling)), profiling_(profiling) {}

queue_state::~queue_state() {
    if (!scratch_) return;
    try {
        impl_->wait();
    } catch (...) {  // the error was the user's to collect with wait(); the memory goes back all the same
    }
    device_->deallocate(scratch_, usm_kind::device);
}

event queue_state::submit(function_ref<void(handler&)> group) {
    event e;
    if (profiling_) e.start_ = impl_->record();
    handler h(*this);
    group(h);
    if (profiling_) {
        e.end_ = impl_->record();
        e.queue_ = shared_from_this();
    } else if (!impl_->synchronous()) {
        e.queue_ = shared_from_this();
    }
    return e;
}

void* queue_state::scratch(std::size_t bytes) {
    const std::lock_guard lock(scratch_mutex_);
    if (bytes <= scratch_bytes_) return scratch_;
    const std::size_t size = std::bit_ceil(std::max<std::size_t>(bytes, 4096));
    void* grown = device_->allocate(size, 64, usm_kind::device);
    if (!grown)
        throw exception(errc::memory_allocation, "out of memory: a reduction needs " + std::to_string(size) + " bytes");
    const unsigned char zero = 0;
    impl_->fill(grown, &zero, 1, size);
    impl_->wait();
    if (scratch_) device_->deallocate(scratch_, usm_kind::device);
    scratch_ = grown;
    scratch_bytes_ = size;
    return scratch_;
}

}  // namespace ndweave::detail

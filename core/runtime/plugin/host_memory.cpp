/// Ordinary host memory, and memory of other drivers.
#include <algorithm>
#include <thread>

#include "runtime/device/device_tuning.hpp"
#include "runtime/memory/host_copy.hpp"
#include "runtime/plugin/device.hpp"
#include "runtime/plugin/driver_life.hpp"
#include "runtime/plugin/error.hpp"
#include "runtime/plugin/queue.hpp"

namespace ndweave::detail {

bool plugin_device::pin(void* memory, std::size_t bytes) {
    return plugin_.memory_pin && plugin_.memory_unpin && plugin_.memory_pin(open()->get(), memory, bytes) == NDW_OK;
}

void plugin_device::unpin(void* memory) noexcept {
    if (are_drivers_alive(made_in_)) plugin_.memory_unpin(open_->get(), memory);
}

std::optional<exported_memory> plugin_device::export_memory(std::size_t bytes) {
    exported_memory made{nullptr, -1};
    if (!plugin_.memory_export || plugin_.memory_export(open()->get(), bytes, &made.memory, &made.descriptor) != NDW_OK)
        return std::nullopt;
    return made;
}

void* plugin_device::import_memory(int descriptor, std::size_t bytes) {
    void* memory = nullptr;
    if (!plugin_.memory_import || plugin_.memory_import(open()->get(), descriptor, bytes, &memory) != NDW_OK)
        return nullptr;
    return memory;
}

bool plugin_device::is_pageable(const void* memory) {
    std::uint32_t is_pageable = 0;
    if (!plugin_.memory_is_pageable) return false;
    check_plugin(plugin_, plugin_.memory_is_pageable(open()->get(), memory, &is_pageable),
                 [&] { return "cannot ask for a pointer's memory on " + limits_.name; });
    return is_pageable != 0;
}

std::unique_lock<std::mutex> plugin_device::staging_turn(std::size_t bytes) {
    std::unique_lock lock(staging_mutex_, std::try_to_lock);
    if (!lock || bytes_before_staging_ >= device_tuning::min_pinned_bytes) return lock;
    bytes_before_staging_ += bytes;
    if (bytes_before_staging_ < device_tuning::min_pinned_bytes) lock.unlock();
    return lock;
}

/// The queue's side of a staged copy, whose caller holds the queue.
class plugin_queue::transfers final : public transfer_queue {
public:
    explicit transfers(plugin_queue& queue) : queue_(queue) {}

    void copy(void* to, const void* from, std::size_t bytes) override { queue_.copy_apart(to, from, bytes); }
    std::shared_ptr<event_impl> record() override { return queue_.record_now(queue_.plugin_.event_record); }

private:
    plugin_queue& queue_;
};

bool plugin_queue::copy_staged(void* to, const void* from, std::size_t bytes) {
    if (bytes < device_tuning::min_staged_bytes || graph_buffers_ || std::thread::hardware_concurrency() < 2)
        return false;
    const bool out_of_host = device_->is_pageable(from);
    if (out_of_host == device_->is_pageable(to)) return false;
    const auto turn = device_->staging_turn(bytes);
    if (!turn) return false;
    const copy_channel_lease channel(device_);
    try {
        for (std::size_t b = 0; b < device_tuning::staging_blocks; ++b) channel->block(b);
    } catch (const exception&) {
        device_->postpone_staging();
        return false;
    }
    sync();  // threads that wait for the blocks would wait for earlier work, too
    transfers own(*this);
    try {
        copy_through_blocks(own, *channel, to, from, bytes,
                            out_of_host ? copy_direction::to_device : copy_direction::to_host);
    } catch (...) {
        plugin_.queue_sync(queue_.get());  // the blocks are not used again before it ends; the first error is thrown
        throw;
    }
    return true;
}

}  // namespace ndweave::detail

#include "runtime/memory/staged_copy.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "runtime/device/device_tuning.hpp"
#include "runtime/memory/copy_channel.hpp"

namespace ndweave::detail {
namespace {

/// From `source` through blocks of host memory to `target`, in blocks. Reads are two blocks ahead of writes, so that
/// both links are busy all the time.
///
///     source   0  1  2  3  4 …
///     target      0  1  2  3 …
class block_pipeline {
public:
    block_pipeline(queue_impl& target, char* to, queue_impl& source, const char* from, std::size_t bytes,
                   copy_channel& staging)
        : target_(target), source_(source), to_(to), from_(from), bytes_(bytes), staging_(staging) {}

    /// The blocks are free on return, also after an error.
    void run() {
        try {
            copy_blocks();
        } catch (...) {
            for (queue_impl* const queue : {&source_, &target_}) {
                try {
                    queue->wait();
                } catch (...) {  // the first error is thrown
                }
            }
            throw;
        }
    }

private:
    void copy_blocks() {
        const std::size_t blocks = (bytes_ + block_bytes - 1) / block_bytes;
        for (std::size_t b = 0; b < std::min(blocks, reads_ahead); ++b) read(b);
        for (std::size_t b = 0; b < blocks; ++b) {
            write(b);
            if (b + reads_ahead < blocks) read(b + reads_ahead);
        }
        target_.wait_blocking();
    }

    static constexpr std::size_t block_bytes = device_tuning::staging_block_bytes;
    static constexpr std::size_t block_count = device_tuning::staging_blocks;
    static constexpr std::size_t reads_ahead = 2;
    static_assert(block_count > reads_ahead);

    std::size_t size(std::size_t b) const { return std::min(block_bytes, bytes_ - b * block_bytes); }

    void read(std::size_t b) {
        const std::size_t slot = b % block_count;
        if (written_[slot]) written_[slot]->wait();
        source_.copy(staging_.block(slot), from_ + b * block_bytes, size(b));
        read_[slot] = source_.record_blocking();
    }

    void write(std::size_t b) {
        const std::size_t slot = b % block_count;
        if (read_[slot]) read_[slot]->wait();
        target_.copy(to_ + b * block_bytes, staging_.block(slot), size(b));
        written_[slot] = target_.record_blocking();
    }

    queue_impl &target_, &source_;
    char* const to_;
    const char* const from_;
    const std::size_t bytes_;
    copy_channel& staging_;
    std::array<std::shared_ptr<event_impl>, block_count> read_, written_;
};

/// A GPU's links are fast to its own pinned memory only.
const std::shared_ptr<device_impl>& staging_device(const copy_end& to, const copy_end& from) {
    return from.device->limits().is_gpu && from.device->limits().usm_host ? from.device : to.device;
}

}  // namespace

bool accesses(const device_impl& device, const copy_end& end) {
    return !end.device || end.device.get() == &device || device.copies_memory_of(*end.device);
}

void staged_copy(queue_impl& own, const device_impl& device, const copy_end& to, const copy_end& from,
                 std::size_t bytes) {
    for (const copy_end* const end : {&to, &from}) {
        if (!end->device || !accesses(*end->device, to) || !accesses(*end->device, from)) continue;
        own.wait_blocking();
        const copy_channel_lease channel(end->device);
        channel->queue().copy(to.memory, from.memory, bytes);
        return channel->queue().wait_blocking();
    }
    const copy_channel_lease staging(staging_device(to, from));
    std::optional<copy_channel_lease> target, source;
    if (to.device.get() != &device) target.emplace(to.device);
    if (from.device.get() != &device) source.emplace(from.device);
    if (target || source) own.wait_blocking();
    block_pipeline(target ? (*target)->queue() : own, to.memory, source ? (*source)->queue() : own, from.memory, bytes,
                   *staging)
        .run();
}

}  // namespace ndweave::detail

#include "runtime/memory/staged_copy.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "cpu/scheduling/spin_backoff.hpp"
#include "cpu/tuning.hpp"
#include "runtime/device/device_tuning.hpp"
#include "runtime/memory/copy_channel.hpp"
#include "runtime/memory/shared_memory.hpp"

namespace ndweave::detail {
namespace {

/// What a copy goes through: blocks of a size, each of which both devices reach, at an address of its own each.
class block_list {
public:
    struct addresses {
        char *of_target, *of_source;
    };

    block_list(std::size_t count, std::size_t bytes) : count(count), bytes(bytes) {}
    virtual addresses block(std::size_t index) = 0;

    const std::size_t count, bytes;

protected:
    ~block_list() = default;
};

/// Host memory, allocated when it is reached.
class host_blocks final : public block_list {
public:
    /// Several of a copy, so that both links are busy at once.
    host_blocks(copy_channel& channel, const copy_end& to, const copy_end& from, std::size_t copy_bytes)
        : block_list(device_tuning::staging_blocks, std::bit_floor(std::clamp(copy_bytes / device_tuning::target_blocks,
                                                                              device_tuning::staging_block_bytes / 2,
                                                                              device_tuning::staging_block_bytes))),
          channel_(channel),
          to_(to),
          from_(from) {}

    addresses block(std::size_t index) override {
        channel_.block(index, from_.device);
        char* const memory = channel_.block(index, to_.device);
        return {memory, memory};
    }

private:
    copy_channel& channel_;
    const copy_end &to_, &from_;
};

/// Memory of a GPU that both drivers have.
class device_blocks final : public block_list {
public:
    device_blocks(const shared_memory& memory, const copy_end& to, const copy_end& from)
        : block_list(device_tuning::shared_blocks, device_tuning::shared_block_bytes),
          memory_(memory),
          to_(to),
          from_(from) {}

    addresses block(std::size_t index) override {
        return {memory_.block(index, *to_.device), memory_.block(index, *from_.device)};
    }

private:
    const shared_memory& memory_;
    const copy_end &to_, &from_;
};

/// Until the queue's work is done: short work is polled for, since some drivers take milliseconds to wake a thread.
void wait_first(queue_impl& queue) {
    if (const auto event = queue.record()) {
        spin_backoff backoff(tuning::caller_spin);
        while (!event->complete()) {
            if (!backoff.next()) return queue.wait_blocking();
        }
    }
}

/// From `source` to `target`. Reads are blocks ahead of writes, so that both links are busy all the time.
///
///     source   0  1  2  3  4 …
///     target      0  1  2  3 …
class block_pipeline {
public:
    block_pipeline(queue_impl& target, char* to, queue_impl& source, const char* from, std::size_t bytes,
                   block_list& blocks)
        : target_(target), source_(source), to_(to), from_(from), bytes_(bytes), blocks_(blocks) {}

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
        const std::size_t blocks = (bytes_ + blocks_.bytes - 1) / blocks_.bytes;
        const std::size_t ahead = std::min(max_reads_ahead, blocks_.count - 1);
        for (std::size_t b = 0; b < std::min(blocks, ahead); ++b) read(b);
        for (std::size_t b = 0; b < blocks; ++b) {
            write(b);
            if (b + ahead < blocks) read(b + ahead);
        }
        target_.wait();
    }

    static constexpr std::size_t max_reads_ahead = 2;
    static constexpr std::size_t max_blocks = std::max(device_tuning::staging_blocks, device_tuning::shared_blocks);

    std::size_t size(std::size_t b) const { return std::min(blocks_.bytes, bytes_ - b * blocks_.bytes); }

    void read(std::size_t b) {
        const std::size_t slot = b % blocks_.count;
        if (written_[slot]) written_[slot]->wait();
        source_.copy(blocks_.block(slot).of_source, from_ + b * blocks_.bytes, size(b));
        read_[slot] = source_.record();
    }

    void write(std::size_t b) {
        const std::size_t slot = b % blocks_.count;
        if (read_[slot]) read_[slot]->wait();
        target_.copy(to_ + b * blocks_.bytes, blocks_.block(slot).of_target, size(b));
        written_[slot] = target_.record();
    }

    queue_impl &target_, &source_;
    char* const to_;
    const char* const from_;
    const std::size_t bytes_;
    block_list& blocks_;
    std::array<std::shared_ptr<event_impl>, max_blocks> read_, written_;
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
        wait_first(own);
        const copy_channel_lease channel(end->device);
        channel->queue().copy(to.memory, from.memory, bytes);
        return channel->queue().wait();
    }
    std::optional<copy_channel_lease> target, source;
    if (to.device.get() != &device) target.emplace(to.device);
    if (from.device.get() != &device) source.emplace(from.device);
    wait_first(own);
    const auto copy_through = [&](block_list& blocks) {
        block_pipeline(target ? (*target)->queue() : own, to.memory, source ? (*source)->queue() : own, from.memory,
                       bytes, blocks)
            .run();
    };
    if (bytes >= device_tuning::min_shared_bytes) {
        const shared_memory_lease shared(to.device, from.device);
        if (shared) {
            device_blocks blocks(*shared, to, from);
            return copy_through(blocks);
        }
    }
    std::optional<copy_channel_lease> staging;
    const auto& host = staging_device(to, from);
    if (!(host == to.device ? target : source)) staging.emplace(host);
    host_blocks blocks(staging ? **staging : host == to.device ? **target : **source, to, from, bytes);
    copy_through(blocks);
}

}  // namespace ndweave::detail

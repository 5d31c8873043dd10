#include "gpu/memory/staging.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <system_error>
#include <thread>

#include "gpu/driver.hpp"
#include "gpu/tuning.hpp"

namespace ndweave::gpu {
/// One copy: chunk by chunk, thread t takes the chunks t, t + threads, ….
class staging::transfer {
public:
    transfer(int device, void* context, void* stream, void* to, const void* from, std::size_t bytes, direction towards,
             std::size_t threads)
        : device_(device),
          context_(context),
          stream_(stream),
          to_(static_cast<char*>(to)),
          from_(static_cast<const char*>(from)),
          bytes_(bytes),
          chunk_(std::clamp(bytes / tuning::target_chunks, tuning::staging_buffer_bytes / 2,
                            tuning::staging_buffer_bytes)),
          towards_(towards),
          threads_(threads) {}

    int run(const std::array<lane, tuning::max_lanes>& lanes) {
        std::array<std::thread, tuning::max_lanes> others;
        std::size_t started = 1;
        try {
            for (; started < threads_; ++started) {
                others[started] = std::thread([this, t = started, &l = lanes[started]] {
                    if (ok(this_vendor.make_current(device_, context_))) work(t, l);
                });
            }
        } catch (const std::system_error&) {  // no more threads: this one does their work
        }
        work(0, lanes[0]);
        for (; started < threads_; ++started) work(started, lanes[started]);
        for (std::thread& other : others) {
            if (other.joinable()) other.join();
        }
        return code_;
    }

private:
    struct part {
        std::size_t offset, bytes;
    };

    std::size_t chunks() const { return (bytes_ + chunk_ - 1) / chunk_; }
    part at(std::size_t chunk) const { return {chunk * chunk_, std::min(chunk_, bytes_ - chunk * chunk_)}; }

    /// False after the first failure of any thread.
    bool ok(int code) {
        int none = 0;
        if (code) code_.compare_exchange_strong(none, code);
        return code_ == 0;
    }

    void work(std::size_t first, const lane& l) { towards_ == direction::to_device ? fill(first, l) : empty(first, l); }

    void fill(std::size_t first, const lane& l) {
        std::size_t next_buffer = 0;
        for (std::size_t c = first; c < chunks(); c += threads_) {
            const part p = at(c);
            const buffer& b = l[next_buffer++ % 2];
            if (!ok(driver.event_sync(b.free))) return;
            std::memcpy(b.memory, from_ + p.offset, p.bytes);
            if (!ok(this_vendor.copy_async(to_ + p.offset, b.memory, p.bytes, stream_))) return;
            if (!ok(driver.event_record(b.free, stream_))) return;
        }
    }

    void empty(std::size_t first, const lane& l) {
        std::size_t asked = first, next_buffer = 0;
        const auto ask = [&](const buffer& b) {
            if (asked >= chunks()) return true;
            const part p = at(asked);
            asked += threads_;
            return ok(driver.event_sync(b.free)) &&
                   ok(this_vendor.copy_async(b.memory, from_ + p.offset, p.bytes, stream_)) &&
                   ok(driver.event_record(b.free, stream_));
        };
        if (!ask(l[0]) || !ask(l[1])) return;
        for (std::size_t c = first; c < chunks(); c += threads_) {
            const part p = at(c);
            const buffer& b = l[next_buffer++ % 2];
            if (!ok(driver.event_sync(b.free))) return;
            std::memcpy(to_ + p.offset, b.memory, p.bytes);
            if (!ask(b)) return;
        }
    }

    int device_;
    void *context_, *stream_;
    char* to_;
    const char* from_;
    std::size_t bytes_, chunk_;
    direction towards_;
    std::size_t threads_;
    std::atomic<int> code_{0};
};

bool staging::copy(int device, void* context, void* stream, void* to, const void* from, std::size_t bytes,
                   direction towards, int* code) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    const std::size_t lanes = lock ? lanes_for(bytes) : 0;
    if (lanes == 0) return false;
    // One thread waits for the earlier work of the stream, so that the waits of the others are short.
    *code = towards == direction::to_host ? driver.stream_sync(stream) : 0;
    if (*code == 0) *code = transfer(device, context, stream, to, from, bytes, towards, lanes).run(lanes_);
    return true;
}

std::size_t staging::lanes_for(std::size_t bytes) {
    const std::size_t processors = std::thread::hardware_concurrency();
    if (processors < 2) return 0;
    carried_ += ready_ == 0 ? bytes : 0;
    if (ready_ == 0 && carried_ < tuning::min_pinned_bytes) return 0;
    const std::size_t wanted = std::min(
        std::clamp<std::size_t>(bytes / tuning::bytes_per_lane, tuning::min_lanes, tuning::max_lanes), processors);
    while (ready_ < wanted && add_lane()) {
    }
    if (ready_ == 0) carried_ = 0;  // no pinned memory: retry after as many bytes again
    return std::min(ready_, wanted);
}

bool staging::add_lane() {
    lane made{};
    bool complete = true;
    for (buffer& b : made) {
        complete = complete && driver.alloc_host(&b.memory, tuning::staging_buffer_bytes, 0) == 0 &&
                   driver.event_create(&b.free, event_disable_timing) == 0;
    }
    if (complete) {
        lanes_[ready_++] = made;
        return true;
    }
    for (const buffer& b : made) {
        if (b.free) driver.event_destroy(b.free);
        if (b.memory) driver.free_host(b.memory);
    }
    return false;
}

void staging::close() {
    const std::lock_guard lock(mutex_);
    while (ready_ > 0) {
        for (const buffer& b : lanes_[--ready_]) {
            driver.event_sync(b.free);
            driver.event_destroy(b.free);
            driver.free_host(b.memory);
        }
    }
}

}  // namespace ndweave::gpu

#include "runtime/memory/host_copy.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <exception>
#include <mutex>
#include <thread>

#include "runtime/device/device_tuning.hpp"
#include "runtime/memory/copy_helpers.hpp"
#include "runtime/memory/streaming_copy.hpp"

namespace ndweave::detail {
namespace {

/// The memory in chunks, each of which the device copies at once: large ones, which cost it the least, but for the
/// first two, so that it starts early. Threads copy a chunk together, in pieces.
class chunk_list {
public:
    explicit chunk_list(std::size_t bytes)
        : bytes_(bytes),
          chunk_(std::bit_floor(std::clamp(bytes / device_tuning::target_chunks, device_tuning::min_chunk_bytes,
                                           device_tuning::staging_block_bytes))) {}

    std::size_t chunk_bytes() const { return chunk_; }
    std::size_t piece_bytes() const {
        return std::clamp(chunk_ / device_tuning::target_pieces, device_tuning::min_piece_bytes,
                          device_tuning::max_piece_bytes);
    }
    std::size_t begin(std::size_t c) const {
        const std::size_t first = chunk_ / 4;
        return std::min(bytes_, c < 2 ? c * first : 3 * first + (c - 2) * chunk_);
    }
    std::size_t size(std::size_t c) const { return begin(c + 1) - begin(c); }
    std::size_t pieces(std::size_t c) const { return (size(c) + piece_bytes() - 1) / piece_bytes(); }

private:
    const std::size_t bytes_, chunk_;
};

/// Chunk c goes through slot c modulo their number. There the host's part of chunk c follows the device's part of it
/// (to the host) or of the one before (to the device): of the slot's n-th chunk, it waits for n + 1 or n transfers.
class block_copy {
public:
    block_copy(transfer_queue& queue, copy_channel& blocks, void* to, const void* from, std::size_t bytes,
               copy_direction towards)
        : queue_(queue),
          to_(static_cast<char*>(to)),
          from_(static_cast<const char*>(from)),
          to_host_(towards == copy_direction::to_host),
          chunks_(bytes) {
        const std::size_t in_block = device_tuning::staging_block_bytes / chunks_.chunk_bytes();
        slot_count_ = device_tuning::staging_blocks * in_block;
        for (std::size_t s = 0; s < slot_count_; ++s) {
            slots_[s].memory = blocks.block(s / in_block) + s % in_block * chunks_.chunk_bytes();
        }
    }

    void run(std::size_t threads) {
        guarded([&] {
            for (std::size_t c = 0; to_host_ && c < slot_count_ && chunks_.size(c) > 0; ++c) transfer(c);
        });
        const auto work = [this] { guarded([this] { copy_pieces(); }); };
        work_with_helpers(threads - 1, work);
        guarded([this] { finish_transfers(); });
        if (error_) std::rethrow_exception(error_);
    }

private:
    struct slot {
        char* memory = nullptr;
        std::shared_ptr<event_impl> end;                // of the last transfer
        std::atomic<std::size_t> begun = 0, ended = 0;  // transfers; at most one of them is under way
        std::atomic<std::size_t> pieces = 0;            // of the chunk that is here, copied by the host
        std::atomic<bool> is_watched = false;           // somebody waits for `end`
    };
    struct piece {
        std::size_t chunk, offset;  // in the chunk
    };

    slot& slot_of(std::size_t chunk) { return slots_[chunk % slot_count_]; }

    template <class F>
    void guarded(const F& f) noexcept {
        try {
            f();
        } catch (...) {
            const std::lock_guard lock(order_);
            if (!error_) error_ = std::current_exception();
            has_failed_ = true;
        }
    }

    bool take(piece& p) {
        const std::lock_guard lock(order_);
        const std::size_t size = chunks_.size(next_.chunk);
        if (size == 0) return false;
        p = next_;
        next_.offset += chunks_.piece_bytes();
        if (next_.offset >= size) next_ = {next_.chunk + 1, 0};
        return true;
    }

    void copy_pieces() {
        for (piece p; take(p);) {
            slot& s = slot_of(p.chunk);
            if (!wait(s, p.chunk / slot_count_ + (to_host_ ? 1 : 0))) return;
            const std::size_t at = chunks_.begin(p.chunk) + p.offset,
                              size = std::min(chunks_.piece_bytes(), chunks_.size(p.chunk) - p.offset);
            if (to_host_) {
                std::memcpy(to_ + at, s.memory + p.offset, size);
            } else {
                streaming_copy(s.memory + p.offset, from_ + at, size);
            }
            if (++s.pieces < chunks_.pieces(p.chunk)) continue;
            s.pieces = 0;
            const std::size_t next = to_host_ ? p.chunk + slot_count_ : p.chunk;
            if (chunks_.size(next) > 0) transfer(next);
        }
    }

    void transfer(std::size_t chunk) {
        slot& s = slot_of(chunk);
        const std::size_t at = chunks_.begin(chunk);
        {
            const std::lock_guard lock(submission_);
            queue_.copy(to_host_ ? s.memory : to_ + at, to_host_ ? from_ + at : s.memory, chunks_.size(chunk));
            s.end = queue_.record();
        }
        ++s.begun;
    }

    /// One thread asks the driver, the others look at what it found. False after a failure.
    bool wait(slot& s, std::size_t transfers) {
        while (s.ended < transfers) {
            if (has_failed_) return false;
            if (s.begun > s.ended && !s.is_watched.exchange(true)) {
                if (s.begun > s.ended) {
                    s.end->wait();
                    ++s.ended;
                }
                s.is_watched = false;
            } else {
                std::this_thread::yield();
            }
        }
        return true;
    }

    void finish_transfers() {
        for (slot& s : slots_) {
            if (!wait(s, s.begun)) return;
        }
    }

    static constexpr std::size_t max_slots =
        device_tuning::staging_blocks * (device_tuning::staging_block_bytes / device_tuning::min_chunk_bytes);

    transfer_queue& queue_;
    char* const to_;
    const char* const from_;
    const bool to_host_;
    const chunk_list chunks_;
    std::size_t slot_count_ = 0;
    std::array<slot, max_slots> slots_;
    std::mutex submission_, order_;
    piece next_{0, 0};          // `order_` guards it,
    std::exception_ptr error_;  // and this
    std::atomic<bool> has_failed_ = false;
};

}  // namespace

void copy_through_blocks(transfer_queue& queue, copy_channel& blocks, void* to, const void* from, std::size_t bytes,
                         copy_direction towards) {
    const std::size_t threads = std::clamp<std::size_t>(
        std::min<std::size_t>(bytes / device_tuning::bytes_per_copy_thread, std::thread::hardware_concurrency()), 1,
        device_tuning::max_copy_threads);
    block_copy(queue, blocks, to, from, bytes, towards).run(threads);
}

}  // namespace ndweave::detail

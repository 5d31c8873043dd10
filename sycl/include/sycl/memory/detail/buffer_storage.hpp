/// The memory behind a buffer, its sub-buffers and reinterpretations.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <utility>
#include <vector>

#include "ndweave/queue.hpp"

namespace sycl::detail {

/// How a command or the host uses a buffer.
struct buffer_use {
    bool writes;
    bool keeps;  // what is there is read, or stays beside what is written
};

/// Copies of the buffer's bytes: one on the host, which is that of all CPU devices, too, and one on each other device
/// that has used it. Each knows the commands that later ones have to wait for.
///
/// Locks: a command group holds `commands_`, shared if it reads, from before its commands are submitted until their
/// events are stored (`acquire` to `release`); groups take those of all their buffers in the order of addresses.
/// `mutex_` guards the members; nothing else is locked under it.
class NDWEAVE_EXPORT buffer_storage : public std::enable_shared_from_this<buffer_storage> {
public:
    /// Of undefined contents.
    buffer_storage(std::size_t bytes, std::size_t alignment);
    /// What is in `user` is the contents. `in_place`: it is the host's copy.
    buffer_storage(std::size_t bytes, std::size_t alignment, const void* user, bool in_place);
    /// Waits for all commands, gives the result to whom it is due, and frees all copies.
    ~buffer_storage();
    buffer_storage(const buffer_storage&) = delete;
    buffer_storage& operator=(const buffer_storage&) = delete;

    std::size_t bytes() const { return bytes_; }

    /// Where the destructor writes the contents; null: nowhere. `is_user`: the memory that the buffer was made of.
    void set_target(void* target);
    /// Called by the destructor with the contents.
    void set_target(std::function<void(const void*)>);
    void set_write_back(bool);
    /// The result goes back to the memory that the buffer was made of; `owner` keeps that alive.
    void write_back_to(void* user, std::shared_ptr<void> owner, std::mutex* mutex);
    /// That memory is the host's copy whatever becomes of the result (property::buffer::use_host_ptr).
    void keep_in_place() { keeps_in_place_ = true; }

    /// The copy that commands of the queue use, allocated but not filled.
    void* copy_for(const ndweave::queue&, bool on_host);

    void lock(bool writes) { writes ? commands_.lock() : commands_.lock_shared(); }
    void unlock(bool writes) { writes ? commands_.unlock() : commands_.unlock_shared(); }
    /// The queue's next command uses that copy: makes it current, and makes the queue wait for what uses it. Throws
    /// errc::invalid while the host has an accessor that forbids it.
    void acquire(ndweave::queue&, ndweave::handler&, bool on_host, buffer_use);
    /// After the command's submission. `done`: null if it is complete.
    void release(const ndweave::queue&, bool on_host, buffer_use, const ndweave::event* done);

    /// A command of the queue, which reads the buffer, makes the host's copy current.
    void update_host(ndweave::queue&);

    /// The host uses its copy, until `end_host_use`. Waits for the commands that have to be done before.
    void* begin_host_use(buffer_use);
    void end_host_use(buffer_use);

private:
    struct reader {
        ndweave::queue queue;
        ndweave::event last;
    };
    struct copy {
        std::optional<ndweave::device> owner;  // none: the host
        void* pointer = nullptr;
        bool is_current = false;
        ndweave::event written{};
        std::vector<reader> readers{};
    };

    copy& host() { return copies_.front(); }
    copy& copy_of(const ndweave::queue&, bool on_host);
    void allocate_host();
    copy* current();
    static void add_reader(copy&, const ndweave::queue&, const ndweave::event&);
    void transfer(ndweave::queue&, copy& to);
    void bring_to_host(bool keeps);
    static void wait_for(copy&, bool writes);
    void leave_user_memory();
    void write_back() noexcept;

    const std::size_t bytes_, alignment_;
    std::shared_mutex commands_;
    std::mutex mutex_;
    std::vector<copy> copies_;
    void* own_ = nullptr;  // the host's copy, if it is not the user's memory
    bool keeps_in_place_ = false;
    std::size_t host_readers_ = 0, host_writers_ = 0;

    void* user_ = nullptr;  // to be written back to
    std::shared_ptr<void> user_owner_;
    std::mutex* user_mutex_ = nullptr;
    void* target_ = nullptr;
    std::function<void(const void*)> target_function_;
    bool writes_back_ = true;
};

}  // namespace sycl::detail

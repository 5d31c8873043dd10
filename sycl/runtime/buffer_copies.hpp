/// What buffers have of their contents.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <vector>

#include "ndweave/detail/user_memory.hpp"
#include "sycl/memory/detail/buffer_storage.hpp"

namespace sycl::detail {

/// Copies of the buffer's bytes: one on the host, which is that of all CPU devices, too, and one on each other device
/// that has used it. Each knows the commands that later ones have to wait for.
///
/// Locks: a command group holds `commands_`, shared if it reads, from before its commands are submitted until their
/// events are stored (`acquire` to `release`); groups take those of all their buffers in the order of addresses.
/// `mutex_` guards the members; nothing else is locked under it.
class buffer_copies final : public buffer_storage {
public:
    buffer_copies(std::size_t bytes, std::size_t alignment);
    buffer_copies(std::size_t bytes, std::size_t alignment, const void* user, bool in_place);
    ~buffer_copies() override;

    std::size_t bytes() const override { return bytes_; }

    void set_target(void* target) override;
    void set_target(std::function<void(const void*)>) override;
    void set_write_back(bool) override;
    void write_back_to(void* user, std::shared_ptr<void> owner, std::mutex* mutex) override;
    void keep_in_place() override { keeps_in_place_ = true; }

    void* copy_for(const ndweave::queue&, bool on_host) override;

    void lock(bool writes) override { writes ? commands_.lock() : commands_.lock_shared(); }
    void unlock(bool writes) override { writes ? commands_.unlock() : commands_.unlock_shared(); }
    void acquire(ndweave::queue&, ndweave::handler&, bool on_host, buffer_use) override;
    void release(const ndweave::queue&, bool on_host, buffer_use, const ndweave::event* done) override;

    void update_host(ndweave::queue&) override;

    void* begin_host_use(buffer_use) override;
    void end_host_use(buffer_use) override;

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
    std::optional<ndweave::detail::user_memory> in_place_;
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

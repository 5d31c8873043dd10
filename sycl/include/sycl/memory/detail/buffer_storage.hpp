/// The memory behind a buffer, its sub-buffers and reinterpretations.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>

#include "ndweave/queue.hpp"

namespace sycl::detail {

/// How a command or the host uses a buffer.
struct buffer_use {
    bool writes;
    bool keeps;  // what is there is read, or stays beside what is written
};

/// An interface, so that programs do not compile what is behind it.
class NDWEAVE_EXPORT buffer_storage : public std::enable_shared_from_this<buffer_storage> {
public:
    /// Of undefined contents.
    static std::shared_ptr<buffer_storage> make(std::size_t bytes, std::size_t alignment);
    /// What is in `user` is the contents. `in_place`: it is the host's copy.
    static std::shared_ptr<buffer_storage> make(std::size_t bytes, std::size_t alignment, const void* user,
                                                bool in_place);
    /// Waits for all commands, gives the result to whom it is due, and frees all copies.
    virtual ~buffer_storage();
    buffer_storage(const buffer_storage&) = delete;
    buffer_storage& operator=(const buffer_storage&) = delete;

    virtual std::size_t bytes() const = 0;

    /// Where the destructor writes the contents; null: nowhere.
    virtual void set_target(void* target) = 0;
    /// Called by the destructor with the contents.
    virtual void set_target(std::function<void(const void*)>) = 0;
    virtual void set_write_back(bool) = 0;
    /// The result goes back to the memory that the buffer was made of; `owner` keeps that alive.
    virtual void write_back_to(void* user, std::shared_ptr<void> owner, std::mutex* mutex) = 0;
    /// That memory is the host's copy whatever becomes of the result (property::buffer::use_host_ptr).
    virtual void keep_in_place() = 0;

    /// The copy that commands of the queue use, allocated but not filled.
    virtual void* copy_for(const ndweave::queue&, bool on_host) = 0;

    virtual void lock(bool writes) = 0;
    virtual void unlock(bool writes) = 0;
    /// The queue's next command uses that copy: makes it current, and makes the queue wait for what uses it. Throws
    /// errc::invalid while the host has an accessor that forbids it.
    virtual void acquire(ndweave::queue&, ndweave::handler&, bool on_host, buffer_use) = 0;
    /// After the command's submission. `done`: null if it is complete.
    virtual void release(const ndweave::queue&, bool on_host, buffer_use, const ndweave::event* done) = 0;

    /// A command of the queue, which reads the buffer, makes the host's copy current.
    virtual void update_host(ndweave::queue&) = 0;

    /// The host uses its copy, until `end_host_use`. Waits for the commands that have to be done before.
    virtual void* begin_host_use(buffer_use) = 0;
    virtual void end_host_use(buffer_use) = 0;

protected:
    buffer_storage() = default;
};

}  // namespace sycl::detail

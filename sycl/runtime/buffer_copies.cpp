#include "sycl/runtime/buffer_copies.hpp"

#include <cstring>

#include "ndweave/detail/check_mode.hpp"
#include "ndweave/usm.hpp"
#include "sycl/runtime/service_queue.hpp"

namespace sycl::detail {
namespace {

const ndweave::queue& cpu_queue() {
    static const ndweave::queue& q = service_queue(ndweave::device("cpu"));
    return q;
}

}  // namespace

buffer_storage::~buffer_storage() = default;

std::shared_ptr<buffer_storage> buffer_storage::make(std::size_t bytes, std::size_t alignment) {
    return std::make_shared<buffer_copies>(bytes, alignment);
}
std::shared_ptr<buffer_storage> buffer_storage::make(std::size_t bytes, std::size_t alignment, const void* user,
                                                     bool in_place) {
    return std::make_shared<buffer_copies>(bytes, alignment, user, in_place);
}

buffer_copies::buffer_copies(std::size_t bytes, std::size_t alignment) : bytes_(bytes), alignment_(alignment) {
    copies_.emplace_back();
}

buffer_copies::buffer_copies(std::size_t bytes, std::size_t alignment, const void* user, bool in_place)
    : buffer_copies(bytes, alignment) {
    if (bytes == 0) return;
    if (in_place && !ndweave::detail::check_mode()) {  // which knows the ends of USM only
        host().pointer = const_cast<void*>(user);
        in_place_.emplace(user, bytes);
    } else {
        allocate_host();
        std::memcpy(host().pointer, user, bytes);
    }
    host().is_current = true;
}

buffer_copies::~buffer_copies() {
    write_back();
    for (copy& c : copies_) {
        try {
            wait_for(c, true);
        } catch (...) {  // queue::wait reports it
        }
        try {
            if (c.owner && c.pointer) ndweave::free(c.pointer, service_queue(*c.owner));
        } catch (...) {  // the driver fails to free it
        }
    }
    try {
        if (own_) ndweave::free(own_, cpu_queue());
    } catch (...) {
    }
}

void buffer_copies::write_back_to(void* user, std::shared_ptr<void> owner, std::mutex* mutex) {
    user_ = target_ = user;
    user_owner_ = std::move(owner);
    user_mutex_ = mutex;
}

void buffer_copies::set_target(void* target) {
    const std::lock_guard lock(mutex_);
    target_ = target;
    target_function_ = nullptr;
    if (target != user_) leave_user_memory();
}

void buffer_copies::set_target(std::function<void(const void*)> function) {
    const std::lock_guard lock(mutex_);
    target_ = nullptr;
    target_function_ = std::move(function);
    leave_user_memory();
}

void buffer_copies::set_write_back(bool writes_back) {
    const std::lock_guard lock(mutex_);
    writes_back_ = writes_back;
    if (!writes_back) leave_user_memory();
}

/// From now on the host's copy is not the memory that the buffer was made of, which is to stay as it is.
void buffer_copies::leave_user_memory() {
    if (!user_ || host().pointer != user_ || keeps_in_place_) return;
    wait_for(host(), true);
    host().pointer = nullptr;
    in_place_.reset();
    allocate_host();
    if (host().is_current) std::memcpy(host().pointer, user_, bytes_);
}

void buffer_copies::write_back() noexcept {
    if (!writes_back_ || bytes_ == 0 || (!target_ && !target_function_)) return;
    try {
        if (!current()) return;  // nothing was ever written
        bring_to_host(true);
        wait_for(host(), true);
        std::unique_lock<std::mutex> user_lock;
        if (user_mutex_) user_lock = std::unique_lock(*user_mutex_);
        if (target_function_) {
            target_function_(host().pointer);
        } else if (target_ != host().pointer) {
            std::memcpy(target_, host().pointer, bytes_);
        }
    } catch (...) {  // destructors throw nothing; queue::wait reports the errors of commands
    }
}

void buffer_copies::allocate_host() {
    if (host().pointer) return;
    own_ = ndweave::malloc_device(bytes_, cpu_queue(), alignment_);
    host().pointer = own_;
}

buffer_copies::copy* buffer_copies::current() {
    for (copy& c : copies_) {
        if (c.is_current) return &c;
    }
    return nullptr;
}

buffer_copies::copy& buffer_copies::copy_of(const ndweave::queue& q, bool on_host) {
    if (on_host) return host();
    const ndweave::device d = q.get_device();
    if (d.is_cpu() && d.get_backend() == ndweave::backend::cpu) return host();
    for (copy& c : copies_) {
        if (c.owner == d) return c;
    }
    return copies_.emplace_back(copy{d});
}

void* buffer_copies::copy_for(const ndweave::queue& q, bool on_host) {
    if (bytes_ == 0) return nullptr;
    const std::lock_guard lock(mutex_);
    copy& c = copy_of(q, on_host);
    if (!c.owner) {
        allocate_host();
    } else if (!c.pointer) {
        c.pointer = ndweave::malloc_device(bytes_, q, alignment_);
    }
    return c.pointer;
}

void buffer_copies::add_reader(copy& c, const ndweave::queue& q, const ndweave::event& last) {
    for (reader& r : c.readers) {
        if (r.queue == q) {  // in order: the later command covers the earlier
            r.last = last;
            return;
        }
    }
    c.readers.push_back({q, last});
}

/// Fills the copy with a command of the queue, if there is anything to fill it with.
void buffer_copies::transfer(ndweave::queue& q, copy& to) {
    copy* const from = current();
    if (!from || from == &to) return;
    std::vector<ndweave::event> after{from->written, to.written};
    for (const reader& r : to.readers) after.push_back(r.last);
    const ndweave::event done = q.memcpy(to.pointer, from->pointer, bytes_, after);
    to.written = done;
    to.readers.clear();
    to.is_current = true;
    add_reader(*from, q, done);
}

void buffer_copies::acquire(ndweave::queue& q, ndweave::handler& h, bool on_host, buffer_use use) {
    if (bytes_ == 0) return;
    const std::lock_guard lock(mutex_);
    if (host_writers_ != 0 || (use.writes && host_readers_ != 0))
        throw ndweave::exception(ndweave::errc::invalid,
                                 "a command uses a buffer while the host has an accessor of it, for whose end the "
                                 "command would wait: destroy the host_accessor before submit");
    copy& c = copy_of(q, on_host);
    if (use.keeps && !c.is_current) transfer(q, c);
    h.depends_on(c.written);
    if (!use.writes) return;
    for (const reader& r : c.readers) h.depends_on(r.last);
}

void buffer_copies::release(const ndweave::queue& q, bool on_host, buffer_use use, const ndweave::event* done) {
    if (bytes_ == 0) return;
    const std::lock_guard lock(mutex_);
    copy& c = copy_of(q, on_host);
    if (!use.writes) {
        if (done) add_reader(c, q, *done);
        return;
    }
    c.written = done ? *done : ndweave::event();
    c.readers.clear();
    for (copy& other : copies_) other.is_current = false;
    c.is_current = true;
}

void buffer_copies::wait_for(copy& c, bool writes) {
    c.written.wait();
    if (!writes) return;
    for (reader& r : c.readers) r.last.wait();
}

void buffer_copies::bring_to_host(bool keeps) {
    allocate_host();
    if (!keeps || host().is_current) return;
    if (copy* const from = current()) {
        ndweave::queue q = service_queue(*from->owner);
        transfer(q, host());
    }
}

void buffer_copies::update_host(ndweave::queue& q) {
    if (bytes_ == 0) return;
    const std::lock_guard lock(mutex_);
    allocate_host();
    if (!host().is_current) transfer(q, host());
    // The program reads the memory that the buffer was made of.
    if (!target_ || target_ != user_ || host().pointer == user_) return;
    q.submit([&](ndweave::handler& h) {
        h.host_task([to = target_, from = host().pointer, bytes = bytes_, mutex = user_mutex_] {
            std::unique_lock<std::mutex> user_lock;
            if (mutex) user_lock = std::unique_lock(*mutex);
            std::memcpy(to, from, bytes);
        });
    });
}

void* buffer_copies::begin_host_use(buffer_use use) {
    if (bytes_ == 0) return nullptr;
    struct submissions {
        submissions(buffer_copies& s, bool w) : storage(s), writes(w) { storage.lock(writes); }
        ~submissions() { storage.unlock(writes); }
        buffer_copies& storage;
        const bool writes;
    } const none(*this, use.writes);
    const std::lock_guard lock(mutex_);
    bring_to_host(use.keeps);
    wait_for(host(), use.writes);
    if (!use.writes) {
        ++host_readers_;
        return host().pointer;
    }
    for (copy& c : copies_) c.is_current = false;
    host().is_current = true;
    ++host_writers_;
    return host().pointer;
}

void buffer_copies::end_host_use(buffer_use use) {
    if (bytes_ == 0) return;
    const std::lock_guard lock(mutex_);
    --(use.writes ? host_writers_ : host_readers_);
}

}  // namespace sycl::detail

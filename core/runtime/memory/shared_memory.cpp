#include "runtime/memory/shared_memory.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <set>

#include "ndweave/exception.hpp"
#include "runtime/device/device_tuning.hpp"
#include "runtime/fork_locks.hpp"
#include "runtime/memory/copy_channel.hpp"
#include "runtime/memory/idle_pool.hpp"

namespace ndweave::detail {
namespace {

constexpr std::size_t all_bytes = device_tuning::shared_blocks * device_tuning::shared_block_bytes;

using device_pair = std::pair<const device_impl*, const device_impl*>;

std::mutex mutex;

[[gnu::constructor]] void hold_at_forks() { hold_while_forking(fork_lock::shared_memory, mutex); }

idle_pool<device_pair, shared_memory>& idle_memory() {
    static auto& all = *new idle_pool<device_pair, shared_memory>(mutex);
    return all;
}

/// Pairs that share no memory: asked once. `mutex` guards it.
std::set<device_pair>& strangers() {
    static auto& all = *new std::set<device_pair>;
    return all;
}

bool are_one_gpu(const device_limits& a, const device_limits& b) {
    return a.is_gpu && b.is_gpu && !a.location.empty() && a.location == b.location;
}

void copy_and_wait(const std::shared_ptr<device_impl>& device, void* to, const void* from, std::size_t bytes) {
    const copy_channel_lease channel(device);
    channel->queue().copy(to, from, bytes);
    channel->queue().wait();
}

}  // namespace

shared_memory::shared_memory(std::shared_ptr<device_impl> owner, std::shared_ptr<device_impl> guest, void* own,
                             void* imported)
    : owner_(std::move(owner)),
      guest_(std::move(guest)),
      own_(static_cast<char*>(own)),
      imported_(static_cast<char*>(imported)) {}

shared_memory::~shared_memory() {
    try {
        guest_->deallocate(imported_, usm_kind::device);
        owner_->deallocate(own_, usm_kind::device);
    } catch (...) {  // a driver that fails keeps it
    }
}

std::unique_ptr<shared_memory> shared_memory::make(const std::shared_ptr<device_impl>& a,
                                                   const std::shared_ptr<device_impl>& b) {
    if (!are_one_gpu(a->limits(), b->limits())) return nullptr;
    std::unique_ptr<shared_memory> made = share(a, b);
    return made ? std::move(made) : share(b, a);
}

std::unique_ptr<shared_memory> shared_memory::share(const std::shared_ptr<device_impl>& owner,
                                                    const std::shared_ptr<device_impl>& guest) {
    const auto exported = owner->export_memory(all_bytes);
    if (!exported) return nullptr;
    void* const imported = guest->import_memory(exported->descriptor, all_bytes);
    if (!imported) {
        close(exported->descriptor);
        owner->deallocate(exported->memory, usm_kind::device);
        return nullptr;
    }
    std::unique_ptr<shared_memory> made(new shared_memory(owner, guest, exported->memory, imported));
    return made->is_one_memory() ? std::move(made) : nullptr;
}

/// What one writes, the other reads, at both ends: two parts of one GPU have one location, too.
bool shared_memory::is_one_memory() const {
    std::array<unsigned char, 256> written, read{};
    for (const std::size_t at : {std::size_t{0}, all_bytes - written.size()}) {
        for (std::size_t i = 0; i < written.size(); ++i) written[i] = static_cast<unsigned char>(i * 167 + at + 13);
        copy_and_wait(owner_, own_ + at, written.data(), written.size());
        copy_and_wait(guest_, read.data(), imported_ + at, read.size());
        if (read != written) return false;
    }
    return true;
}

char* shared_memory::block(std::size_t index, const device_impl& device) const {
    return (&device == owner_.get() ? own_ : imported_) + index * device_tuning::shared_block_bytes;
}

shared_memory_lease::shared_memory_lease(const std::shared_ptr<device_impl>& a, const std::shared_ptr<device_impl>& b)
    : devices_(std::minmax<const device_impl*>(a.get(), b.get())), memory_(idle_memory().take(devices_)) {
    if (memory_) return;
    {
        const std::lock_guard lock(mutex);
        if (strangers().contains(devices_)) return;
    }
    try {
        memory_ = shared_memory::make(a, b);
    } catch (const exception&) {  // the way through the host remains
    }
    if (memory_) return;
    const std::lock_guard lock(mutex);
    strangers().insert(devices_);
}

shared_memory_lease::~shared_memory_lease() {
    if (memory_) idle_memory().give(devices_, std::move(memory_));
}

}  // namespace ndweave::detail

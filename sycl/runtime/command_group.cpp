#include "sycl/execution/detail/command_group.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <string>

#include "sycl/groups/hierarchical.hpp"

namespace sycl::detail {
namespace {

std::atomic<std::uint32_t> marks = 0;

}  // namespace

std::uint64_t placeholder_mark::next() { return of(++marks); }
bool placeholder_mark::any() { return marks != 0; }

command_group::~command_group() {
    while (locked_ > 0) {
        const requirement& r = requirements_[--locked_];
        r.storage->unlock(r.use.writes);
    }
}

void* command_group::require(buffer_storage& storage, bool on_host, buffer_use use) {
    void* const address = storage.copy_for(queue_, on_host);
    for (requirement& r : requirements_) {
        if (r.storage.get() != &storage) continue;
        r.use.writes |= use.writes;
        r.use.keeps |= use.keeps;
        // On the CPU both have the host's copy.
        if (r.on_host != on_host && storage.copy_for(queue_, r.on_host) != address)
            throw ndweave::exception(
                ndweave::errc::invalid,
                "a command group has accessors of one buffer for the device and for a host task: a "
                "group has one action, so give it those of one target");
        return address;
    }
    requirements_.push_back({storage.shared_from_this(), on_host, use});
    return address;
}

void command_group::bind(std::uint64_t mark, const void* address) { bound_.emplace_back(mark, address); }

void command_group::act(std::function<void(ndweave::queue&)> commands) { commands_.push_back(std::move(commands)); }

void command_group::patch(void* kernel, std::size_t bytes) const {
    auto* const at = static_cast<unsigned char*>(kernel);
    for (std::size_t i = 0; i + sizeof(std::uint64_t) <= bytes; i += alignof(void*)) {
        std::uint64_t word;
        std::memcpy(&word, at + i, sizeof word);
        if (!placeholder_mark::is_mark(word)) continue;
        const auto found = std::find_if(bound_.begin(), bound_.end(), [&](const auto& b) { return b.first == word; });
        if (found == bound_.end())
            throw ndweave::exception(
                ndweave::errc::kernel_argument,
                "a kernel has a placeholder accessor that its command group does not require: call "
                "handler::require before parallel_for");
        std::memcpy(at + i, &found->second, sizeof found->second);
    }
}

void command_group::begin(ndweave::handler& h) {
    if (requirements_.empty()) return;
    if (queue_.ext_oneapi_get_state() == ndweave::queue_state::recording)
        throw ndweave::exception(ndweave::errc::feature_not_supported,
                                 "a command group with accessors is recorded into a graph, which knows nothing of "
                                 "buffers: use unified shared memory");
    // In one order for all groups, so that none waits for another that waits for it.
    std::sort(requirements_.begin(), requirements_.end(),
              [](const requirement& a, const requirement& b) { return a.storage < b.storage; });
    for (const requirement& r : requirements_) {
        r.storage->lock(r.use.writes);
        ++locked_;
    }
    for (const requirement& r : requirements_) r.storage->acquire(queue_, h, r.on_host, r.use);
}

ndweave::event command_group::end(ndweave::event done) {
    if (!commands_.empty()) {
        for (const auto& command : commands_) command(queue_);
        done = queue_.submit([](ndweave::handler&) {});
    }
    for (const requirement& r : requirements_) r.storage->release(queue_, r.on_host, r.use, &done);
    return done;
}

void require_hierarchical(std::size_t local_items) {
    if (local_items <= most_hierarchical_items) return;
    throw ndweave::exception(ndweave::errc::kernel_not_supported,
                             "parallel_for_work_group with groups of " + std::to_string(local_items) +
                                 " work-items; at most " + std::to_string(most_hierarchical_items) + " are possible");
}

}  // namespace sycl::detail

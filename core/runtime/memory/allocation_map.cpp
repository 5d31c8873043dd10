#include "runtime/memory/allocation_map.hpp"

#include <mutex>

#include "runtime/fork_locks.hpp"

namespace ndweave::detail {

allocation_map& allocation_map::instance() {
    // Never destroyed: destructors of the program's static objects may free memory.
    static allocation_map* const map = new allocation_map;
    return *map;
}

void allocation_map::hold_at_forks() { hold_while_forking(fork_lock::allocations, instance().mutex_); }

[[gnu::constructor]] static void hold_allocations_at_forks() { allocation_map::hold_at_forks(); }

void allocation_map::insert(const allocation& a) {
    const std::unique_lock lock(mutex_);
    const device_impl* none = nullptr;
    first_device_.compare_exchange_strong(none, a.device.get(), std::memory_order_acq_rel);
    if (none && a.device.get() != none) several_devices_.store(true, std::memory_order_release);
    by_base_.insert_or_assign(a.base, a);
    changes_.fetch_add(1, std::memory_order_release);
}

std::optional<allocation> allocation_map::take(const void* pointer) {
    const std::unique_lock lock(mutex_);
    const auto found = by_base_.find(reinterpret_cast<std::uintptr_t>(pointer));
    if (found == by_base_.end()) return std::nullopt;
    allocation a = std::move(found->second);
    by_base_.erase(found);
    changes_.fetch_add(1, std::memory_order_release);
    return a;
}

std::optional<allocation> allocation_map::find(const void* pointer) const {
    const std::shared_lock lock(mutex_);
    const allocation* a = locate(reinterpret_cast<std::uintptr_t>(pointer));
    return a ? std::optional(*a) : std::nullopt;
}

std::size_t allocation_map::bytes_from(const void* pointer) const {
    const std::shared_lock lock(mutex_);
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    const allocation* a = locate(address);
    return a ? a->base + a->bytes - address : 0;
}

std::uintptr_t allocation_map::base_of(const void* pointer) const {
    const std::shared_lock lock(mutex_);
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    const allocation* a = locate(address);
    if (!a || (address == a->base && locate(address - 1))) return 0;
    return a->base;
}

std::vector<allocation> allocation_map::all() const {
    const std::shared_lock lock(mutex_);
    std::vector<allocation> list;
    list.reserve(by_base_.size());
    for (const auto& [base, a] : by_base_) list.push_back(a);
    return list;
}

const allocation* allocation_map::locate(std::uintptr_t address) const {
    auto after = by_base_.upper_bound(address);
    if (after == by_base_.begin()) return nullptr;
    const allocation& a = std::prev(after)->second;
    return address - a.base < a.bytes ? &a : nullptr;
}

}  // namespace ndweave::detail

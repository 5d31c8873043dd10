/// All live USM allocations of the process; a lookup takes any pointer into one.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <vector>

#include "runtime/device/device_impl.hpp"

namespace ndweave::detail {

struct allocation {
    std::uintptr_t base = 0;
    std::size_t bytes = 0;
    usm_kind kind = usm_kind::device;
    std::shared_ptr<device_impl> device;
};

/// Thread-safe; lookups run concurrently. Devices are kept alive by their allocations.
class allocation_map {
public:
    static allocation_map& instance();

    void insert(const allocation&);
    /// Removes and returns the allocation that starts at `pointer`, if any.
    std::optional<allocation> take(const void* pointer);
    /// The allocation that `pointer` points into.
    std::optional<allocation> find(const void* pointer) const;
    /// Bytes from `pointer` to the end of its allocation; 0 for memory that is not USM. Cheaper than find.
    std::size_t bytes_from(const void* pointer) const;
    /// The base of the allocation that arithmetic on `pointer` stays in. 0 for memory that is not USM, and for an
    /// address where one allocation ends and another one begins: it may be the end of the first.
    std::uintptr_t base_of(const void* pointer) const;

    /// Whether the map never held memory of another device. Takes no lock.
    bool has_only(const device_impl& device) const {
        const device_impl* const first = first_device_.load(std::memory_order_acquire);
        return (!first || first == &device) && !several_devices_.load(std::memory_order_acquire);
    }

    /// Never 0; another number after each change of the map. Takes no lock.
    std::uint64_t changes() const { return changes_.load(std::memory_order_acquire); }

    /// All of them, in ascending order of their bases.
    std::vector<allocation> all() const;

    /// Makes forks wait for the lock; see fork_locks.hpp.
    static void hold_at_forks();

private:
    const allocation* locate(std::uintptr_t address) const;  // lock held

    mutable std::shared_mutex mutex_;
    std::map<std::uintptr_t, allocation> by_base_;
    std::atomic<const device_impl*> first_device_ = nullptr;  // compared, never dereferenced
    std::atomic<bool> several_devices_ = false;
    std::atomic<std::uint64_t> changes_ = 1;
};

}  // namespace ndweave::detail

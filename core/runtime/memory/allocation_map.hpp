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
    std::uintptr_t results_begin = 0, results_end = 0;  // what claim_results returned last, and pages beside it
};

struct memory_range {
    const void* memory;
    std::size_t bytes;
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
    /// The base of the allocation or user memory that arithmetic on `pointer` stays in. 0 for other memory, for user
    /// memory while some of it overlaps, and for an address where one ends and another one begins: it may be the end of
    /// the first.
    std::uintptr_t base_of(const void* pointer) const;
    /// The pages of the range, as far as they belong to its allocation, where results are expected for the first time,
    /// or elsewhere in the allocation than the last time. Nothing unless it is shared memory of `device`.
    memory_range claim_results(const void* memory, std::size_t bytes, const device_impl* device);

    /// Memory of the program's own, which only base_of knows.
    void insert_user(const void* memory, std::size_t bytes);
    /// Pre: inserted as often as it is erased.
    void erase_user(const void* memory, std::size_t bytes);

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
    struct user_range {
        std::size_t bytes;
        bool may_overlap;  // ranges that were there before
    };
    using user_ranges = std::multimap<std::uintptr_t, user_range>;

    // Lock held.
    const allocation* locate(std::uintptr_t address) const;
    allocation* locate(std::uintptr_t address);
    user_ranges::const_iterator locate_user(std::uintptr_t address) const;
    bool ends_at(std::uintptr_t address) const;

    mutable std::shared_mutex mutex_;
    std::map<std::uintptr_t, allocation> by_base_;
    user_ranges user_;
    std::size_t overlapping_ = 0;                             // of user_, those that may overlap
    std::atomic<const device_impl*> first_device_ = nullptr;  // compared, never dereferenced
    std::atomic<bool> several_devices_ = false;
    std::atomic<std::uint64_t> changes_ = 1;
};

}  // namespace ndweave::detail

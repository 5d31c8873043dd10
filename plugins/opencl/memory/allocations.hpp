/// The live allocations of a device.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <shared_mutex>
#include <vector>

#include "opencl/driver.hpp"

namespace ndweave::opencl {

struct allocation {
    std::uintptr_t begin = 0;  // the address that the program uses
    std::uint64_t bytes = 0;
    void* svm = nullptr;      // from clSVMAlloc
    cl_mem buffer = nullptr;  // over `svm`; without SVM the memory itself, and `begin` starts a reserved, inaccessible
                              // range of addresses
    bool imported = false;    // another driver's memory; without SVM

    std::uint64_t lead() const { return svm ? begin - reinterpret_cast<std::uintptr_t>(svm) : 0; }  // within `buffer`
};

/// An address inside an allocation.
struct location {
    allocation in;
    std::uint64_t offset;

    std::uint64_t in_buffer() const { return in.lead() + offset; }
};

/// Thread-safe.
class allocations {
public:
    void insert(const allocation&);
    std::optional<allocation> take(const void* begin);
    /// The allocation that holds the address.
    std::optional<location> find(const void* address) const { return find(address, 0); }
    /// The same, also for the address one past the end, which kernels may get for comparisons. Without SVM no other
    /// allocation starts there.
    std::optional<location> find_or_end(const void* address) const { return find(address, 1); }

    /// The number of frees: while it does not change, an address refers to the same memory.
    std::uint64_t frees() const { return frees_.load(); }

    using lock = std::shared_lock<std::shared_mutex>;
    /// While it is held, allocations do not change. The holder calls nothing here but svm_since.
    lock hold() const { return lock(mutex_); }
    /// All SVM allocations if they changed since `generation`, which is updated; else nothing.
    std::optional<std::vector<void*>> svm_since(std::uint64_t& generation, const lock&) const;

private:
    std::optional<location> find(const void* address, std::uint64_t bytes_behind) const;

    mutable std::shared_mutex mutex_;
    std::map<std::uintptr_t, allocation> by_begin_;
    std::uint64_t generation_ = 1;
    std::atomic<std::uint64_t> frees_ = 0;
};

}  // namespace ndweave::opencl

/// What compiled kernels assume of the pointers that they capture, tested at each launch.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "compiler/abi.h"

namespace ndweave::detail {

/// Whether the captured pointers are multiples of `alignment` where the kernel assumes it.
bool meets_alignment(const ndw_compiled_kernel&, std::uint32_t alignment, const void* functor);

/// Whether the captured pointers lead into allocations of their own where the kernel assumes it. Null leads nowhere.
bool meets_distinction(const ndw_compiled_kernel&, const void* functor);

/// The pointers of one kernel's last launch that met the distinction: the same ones do until memory is allocated or
/// freed. Thread-safe, without a lock.
class distinct_launch {
public:
    /// meets_distinction of the kernel, which must be the same in all calls.
    bool meets(const ndw_compiled_kernel&, const void* functor);

private:
    static constexpr std::uint32_t most = 32;  // more pointers are looked up each time

    bool is_known(const ndw_compiled_kernel&, const void* functor, std::uint64_t changes) const;
    void remember(const ndw_compiled_kernel&, const void* functor, std::uint64_t changes);

    std::atomic<std::uint32_t> version_ = 0;  // odd while the rest is written
    std::atomic<std::uint64_t> changes_ = 0;  // allocation_map::changes then; 0: nothing is known
    std::array<std::atomic<std::uintptr_t>, most> pointers_{};
};

}  // namespace ndweave::detail

/// Kernels as functions of one work-item, unoptimised, run on fibers by the calling thread alone: what validation holds
/// compiled kernels to.
#pragma once

#include <cfenv>
#include <cstdint>
#include <span>

#include "compiler/abi.h"
#include "runtime/device_impl.hpp"

namespace ndweave::detail {

/// Any of these is as right as another; only results that depend on order or rounding differ.
struct reference_order {
    bool descending = false;      // the last work-group and work-item begin first
    bool yields = false;          // other work-items of the group come in between before each atomic operation
    int rounding = FE_TONEAREST;  // of all arithmetic
    std::uint64_t most_atomics = UINT64_MAX;  // operations, beyond which somebody is taken to wait for ever
};

/// Hears of every access to memory that is not the kernel's own, before it happens.
class access_observer {
public:
    virtual ~access_observer() = default;
    /// `what` is of ndw_check_access; `place` is "file:line", or null.
    virtual void note(std::uintptr_t address, std::uint64_t bytes, std::uint32_t what, const char* place) = 0;
};

/// For requests with NDW_COMPILE_ITEM.
std::span<const ndw_function> reference_functions();

/// Runs the whole launch; how many atomic operations that took. Throws errc::kernel where work-items wait for a barrier
/// that others never reach, errc::runtime beyond the most atomic operations, and what the observer throws.
std::uint64_t run_reference(const ndw_compiled_kernel& kernel, const launch& l, std::uint32_t sub_group_size,
                            const reference_order& order, access_observer& observer);

}  // namespace ndweave::detail

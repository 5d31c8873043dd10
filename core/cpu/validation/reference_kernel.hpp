/// Validation's reference: kernels as unoptimised functions of one work-item, run on fibers by the calling thread
/// alone.
#pragma once

#include <cfenv>
#include <cstdint>
#include <span>

#include "compiler/abi.h"
#include "runtime/device/device_impl.hpp"

namespace ndweave::detail {

/// All of these are correct; only results that depend on order or rounding differ.
struct reference_order {
    bool descending = false;                 // start with the last work-group and work-item
    bool yields = false;                     // each atomic operation first yields to the other work-items of the group
    int rounding = FE_TONEAREST;             // of all arithmetic
    std::uint64_t max_atomics = UINT64_MAX;  // operations, beyond which a work-item is taken to wait without end
};

/// Is notified of every access to memory that is not the kernel's own, before the access.
class access_observer {
public:
    virtual ~access_observer() = default;
    /// `what` is of ndw_check_access; `place` is "file:line", or null.
    virtual void note(std::uintptr_t address, std::uint64_t bytes, std::uint32_t what, const char* place) = 0;
};

/// For requests with NDW_COMPILE_ITEM.
std::span<const ndw_function> reference_functions();

/// Runs the whole launch; returns the number of its atomic operations. Throws errc::kernel where work-items wait for a
/// barrier that others never reach, errc::runtime beyond the maximum of atomic operations, and whatever the observer
/// throws.
std::uint64_t run_reference(const ndw_compiled_kernel& kernel, const launch& l, std::uint32_t sub_group_size,
                            const reference_order& order, access_observer& observer);

}  // namespace ndweave::detail

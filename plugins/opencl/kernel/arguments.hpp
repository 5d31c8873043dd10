/// The current arguments of a cl_kernel. They persist between launches, and setting one is a driver call, so only
/// changed ones are set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ndweave/plugin.h"
#include "opencl/driver.hpp"

namespace ndweave::opencl {

/// Belongs to one cl_kernel and, like it, is used by one thread at a time.
class kernel_arguments {
public:
    /// Sets the kernel's arguments. After a failure their state is unknown, and the next launch sets all again.
    int set(const ndw_device&, cl_kernel, const ndw_argument* arguments, std::uint32_t count);

private:
    struct argument {
        std::uint32_t kind = 0;  // ndw_argument_kind; 0: unknown
        std::uint64_t size = 0;
        std::vector<std::byte> value;  // of values and pointers

        bool is(const ndw_argument&) const;
        void becomes(const ndw_argument&);
    };

    /// The same address may now belong to another allocation.
    void forget_pointers_if_memory_was_freed(const ndw_device&);

    std::vector<argument> set_;
    std::uint64_t frees_ = 0;  // of the device's memory when the pointers among them were set
};

}  // namespace ndweave::opencl

/// The kernels of the program while none can be unloaded.
#pragma once

#include "ndweave/detail/kernel_list.hpp"
#include "runtime/kernel/program_list.hpp"

namespace ndweave::detail {

struct kernel_list_access {
    /// Calls `f` with the record of each kernel, which is there until `f` returns.
    template <class F>
    static void for_each(const F& f) {
        program_list<listed_kernel>::get().for_each([&](const listed_kernel& one) { f(one.kernel_); });
    }
};

}  // namespace ndweave::detail

/// The kernels of the program while none can be unloaded.
#pragma once

#include <vector>

#include "ndweave/detail/kernel_list.hpp"
#include "runtime/kernel/program_list.hpp"

namespace ndweave::detail {

struct kernel_list_access {
    /// Calls `f` with the record of each kernel, which is there until `f` returns.
    template <class F>
    static void for_each(const F& f) {
        program_list<listed_kernel>::get().for_each([&](const listed_kernel& one) { f(one.kernel_); });
    }

    /// Calls `f` with the records of all kernels, which are there until it returns, those first that were listed first:
    /// of a source file mostly in its order.
    template <class F>
    static void with_all(const F& f) {
        program_list<listed_kernel>::get().with_all([&](const std::vector<const listed_kernel*>& all) {
            std::vector<kernel_record*> records;
            for (const listed_kernel* one : all) records.push_back(&one->kernel_);
            f(records);
        });
    }
};

}  // namespace ndweave::detail

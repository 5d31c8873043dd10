/// What a request says of a kernel, as attributes of its function. Passes read them there, so that each of them runs
/// alone on a few lines of IR:
///
///     define void @kernel(ptr %functor) "ndweave-kernel"="nd-range" "ndweave-local-range"="16,4" { … }
///
/// | attribute | value |
/// | --- | --- |
/// | `ndweave-kernel` | `single-task`, `basic` or `nd-range`; only kernels have it |
/// | `ndweave-local-range` | work-items of a work-group along each dimension, axis 0 (the fastest) first; one number
/// for each dimension, all 1 unless `nd-range` | | `ndweave-target` | what `__ndweave_target()` returns: `host` (the
/// default) or `gpu` | | `ndweave-sub-group-size` | work-items; without it, `__ndweave_sub_group_size()` stays a call |
/// | `ndweave-small-ids` | no value: all global ids are below 2^30 |
/// | `ndweave-check` | no value: check mode (docs/check-mode.md) |
#pragma once

#include <llvm/IR/Module.h>

#include <cstdint>

namespace ndweave::compiler {

class compilation;

struct kernel_attributes {
    std::uint32_t kind = 0;        // ndweave::detail::kernel_kind
    std::uint32_t dimensions = 1;  // 1..3
    std::uint32_t local_range[3] = {1, 1, 1};
    std::uint32_t target = 0;          // value of __ndweave_target()
    std::uint32_t sub_group_size = 0;  // 0: not stated
    bool small_ids = false;
    bool check = false;

    static kernel_attributes of(const llvm::Function& kernel);

    /// Replaces those that `kernel` has.
    void attach_to(llvm::Function& kernel) const;
};

/// Adds to a number that passes leave for the report as an attribute of the kernel.
void add_to_count(llvm::Function& kernel, llvm::StringRef attribute, unsigned number);
unsigned count_in(const llvm::Function& kernel, llvm::StringRef attribute);

/// The prefix of all of these.
constexpr llvm::StringRef kernel_attribute_prefix = "ndweave-";

bool is_kernel(const llvm::Function& function);

/// The module's one kernel; null where it has none.
llvm::Function* kernel_of(llvm::Module& module);

}  // namespace ndweave::compiler

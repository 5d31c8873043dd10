/// Turns a kernel that describes one work-item into a function that runs a whole work-group.
///
///     void kernel(functor):                void kernel(functor):
///         a                                    for each work-item: a; save live values
///         barrier()                  ==>
///         b                                    for each work-item: load them; b
///
/// Continuation-based synchronization (Karrenberg & Hack, "Improving performance of OpenCL on CPUs", CC 2012; Meyer, "A
/// performance-portable SYCL compiler for CPUs", 2021): the kernel is split at its barriers into regions, each region
/// is wrapped into a work-item loop (axis 0 innermost), and control passes from one region to the next once per group.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <llvm/Support/Error.h>

namespace llvm {
class Function;
}

namespace ndweave::compiler {

class step_observer;

struct work_item_loop_options {
    /// Work-items of the group along each hardware axis (0 fastest); 1 for unused axes. With `dynamic_extent` the
    /// largest number.
    std::uint32_t local_range[3] = {1, 1, 1};
    std::uint32_t dimensions = 1;
    std::uint32_t sub_group_size = 16;
    std::uint32_t functor_size = 0;  // bytes

    /// Tiles of a basic kernel: the loops run to the uniform call `i32 @__ndweave_extent(i32 axis)`, at most
    /// `local_range[axis]` and at least 1, which the caller lowers; `global_id` is left to
    /// `i64 @__ndweave_global_base(i32 axis)` + local id, the first likewise lowered by the caller. No barriers then.
    bool dynamic_extent = false;

    /// All global ids are below 2^30.
    bool small_ids = false;

    /// The processor has 32 vector registers of 512 bits.
    bool many_registers = false;

    /// Report work-items that disagree about the next barrier by `void @__ndweave_divergent_barrier(i32 linear_id, ptr
    /// target, ptr target_of_others)`, a call that the caller lowers and that does not return; see ndw_check. Each
    /// work-item tells that it runs by `void @__ndweave_check_item(i32 linear_id)`.
    bool check = false;

    /// Is told of each step; null: nobody is.
    step_observer* observer = nullptr;
};

/// A value, or private memory, that is kept for every work-item between two regions.
struct work_item_slot {
    std::string name;
    std::uint64_t bytes;  // of all work-items
    bool uniform;         // one for the group instead of one a work-item
};

/// Why a region begins where it does, and the source line there: empty and 0 without debug information.
struct region_head {
    enum class reason { kernel_start, barrier, implicit_barrier };
    reason why;
    std::string file;
    unsigned line;
};

struct work_item_loop_result {
    bool has_barrier = false;  // an explicit one: otherwise the strategy is called `loop`
    unsigned regions = 1;
    std::vector<region_head> heads;  // of the regions; empty for groups of one work-item
    unsigned implicit_barriers = 0;  // that make the work-item loop the innermost one
    unsigned masked_loops = 0;       // loops of unequal trip counts that the whole group walks together
    unsigned split_loops = 0;        // of these, such that run without a mask as long as no work-item leaves
    std::uint32_t strip = 0;         // work-items that walk masked loops together, of which the caller's tiles must not
                                     // have more with dynamic_extent; 0: the whole group
    unsigned narrowed_guards = 0;    // comparisons of ids that became bounds of work-item loops
    std::uint64_t arena_bytes = 0;   // that `ptr @__ndweave_arena(i64 byte_offset)` must provide, 64-byte aligned
    std::vector<work_item_slot> slots;
    std::vector<std::string> remarks;
};

/// Pre: `kernel` is `void(ptr functor)`, everything is inlined, allocas are promoted where possible, and the builtins
/// `__ndweave_local_range`, `__ndweave_target` and `__ndweave_sub_group_size` are constants. Barriers and shuffles are
/// convergent.
/// Post: `kernel` runs all work-items of one group. Of the builtins remain only the uniform ones: `__ndweave_group_id`,
/// `_group_range`, `_global_range`, `_local_memory`, `_group_scratch`, `_fence`, and those named above.
/// Fails, leaving `kernel` in an unspecified state, where a sub-group operation is reached by only a part of the group.
llvm::Expected<work_item_loop_result> form_work_item_loops(llvm::Function& kernel,
                                                           const work_item_loop_options& options);

}  // namespace ndweave::compiler

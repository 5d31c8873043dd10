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

#include "compiler/abi.h"
#include "compiler/pass_manager/pipeline_step.hpp"
#include "compiler/passes/regions/group_storage.hpp"
#include "compiler/passes/regions/region_plan.hpp"
#include "compiler/passes/work_items/group_shape.hpp"

namespace ndweave::compiler {

struct work_item_loop_options {
    std::uint32_t tile_items = 1;        // of a basic kernel's tiles
    std::uint32_t wide_strip_items = 0;  // see divide_into_strips()
    bool single_item = false;            // groups are of one work-item
    bool sub_groups = false;             // the kernel has operations of sub-groups
};

/// Whether groups of such kernels, or their tiles of that many work-items, are of one.
bool has_single_item(const ndw_kernel_variant& variant, std::uint32_t tile_items);

/// Whether work-items of a sub-group exchange values or wait for each other.
bool has_sub_group_operations(llvm::Function& kernel);

/// Where the kernel has operations of sub-groups, the steps are taken twice (hierarchical collapsing: Han, Lee, Sim,
/// Kim, "COX: Exposing CUDA warp-level functions to CPUs", ACM TACO 2022): first a sub-group is the group and its lanes
/// are the items, which are split at its operations; then the group is split at its barriers, with sub-groups as items.
///
///     a                                for each sub-group:
///     x = shuffle(x, lane ^ 1)             for each lane: a; x[lane]
///     if (sub-group 0) b         ==>       x = permuted x
///     barrier()                            if (sub-group 0) for each lane: b
///     c                                for each sub-group:
///                                          for each lane: c
///
/// Pre: the kernel is `void(ptr functor)` with its attributes (kernel_attributes.hpp), everything is inlined, allocas
/// are promoted where possible, and the builtins `__ndweave_local_range`, `__ndweave_target` and
/// `__ndweave_sub_group_size` are constants. Barriers and shuffles are convergent.
/// Post: the kernel runs all work-items of one group. Of the builtins remain only the uniform ones:
/// `__ndweave_group_id`, `_group_range`, `_global_range`, `_local_memory`, `_group_scratch`, `_fence`, and
/// - `ptr @__ndweave_arena(i64 byte_offset)`, of arena_bytes(kernel) bytes,
/// - for tiles of basic kernels, `i32 @__ndweave_extent(i32 axis)` (group_shape.hpp) and `i64
/// @__ndweave_global_base(i32
///   axis)`, the first global id: then there are no barriers,
/// - in check mode, `void @__ndweave_divergent_barrier(i32 linear_id, ptr target, ptr target_of_others, i32
///   in_sub_group)` where work-items disagree about the next barrier or operation, which does not return, and `void
///   @__ndweave_check_item(i32 linear_id)` where each begins,
/// all of which the caller lowers. Fails where an array has a variable length.
std::vector<pipeline_step> work_item_loop_steps(const work_item_loop_options& options);

struct work_item_loop_result {
    std::vector<region_head> heads;  // of the regions; empty for groups of one work-item
    unsigned implicit_barriers = 0;  // that make the work-item loop the innermost one
    unsigned masked_loops = 0;       // loops of unequal trip counts that the whole group runs in lockstep
    unsigned split_loops = 0;        // of these, such that run without a mask as long as no work-item leaves
    std::uint32_t strip = 0;       // work-items that run masked loops in lockstep, of which the caller's tiles must not
                                   // have more; 0: the whole group
    unsigned narrowed_guards = 0;  // comparisons of ids that became bounds of work-item loops
    std::uint64_t arena_bytes = 0;
    std::vector<work_item_slot> slots;
    std::vector<std::string> remarks;
};

/// What those steps have left in the kernel's metadata and attributes; takes the metadata away.
work_item_loop_result take_work_item_loop_result(llvm::Function& kernel);

/// The steps at once. Pre: `kernel` is the module's only kernel.
llvm::Expected<work_item_loop_result> form_work_item_loops(llvm::Function& kernel,
                                                           const work_item_loop_options& options);

}  // namespace ndweave::compiler

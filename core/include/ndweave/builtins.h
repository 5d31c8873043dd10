/// The kernel builtins: called by the device headers and provided by every target.
///
/// In a binary that runs without the kernel compiler these are ordinary functions of the ndweave library (the fiber and
/// loop executors set the calling thread's current work-item). The kernel compiler replaces each
/// call by its target's own code. Axes are hardware axes: 0 is the fastest varying (SYCL's last dimension), 2 the
/// slowest.
#ifndef NDWEAVE_BUILTINS_H
#define NDWEAVE_BUILTINS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Position of the work-item in its work-group, and that group's size.
uint32_t __ndweave_local_id(uint32_t axis);
uint32_t __ndweave_local_range(uint32_t axis);

/// Position of the work-group in the launch, and the number of work-groups.
uint64_t __ndweave_group_id(uint32_t axis);
uint64_t __ndweave_group_range(uint32_t axis);

/// Position of the work-item in the whole launch (`group_id * local_range + local_id` in an nd-range kernel), and the
/// number of work-items.
uint64_t __ndweave_global_id(uint32_t axis);
uint64_t __ndweave_global_range(uint32_t axis);

/// The work-item's number in its launch, axis 0 fastest; 0 in single tasks.
uint64_t __ndweave_item_number(void);

/// The call stays on the stack while it waits, so that a report of a divergent barrier can name its line.
#if defined(__has_attribute)
#if __has_attribute(not_tail_called)
#define NDWEAVE_NOT_TAIL_CALLED __attribute__((not_tail_called))
#endif
#endif
#ifndef NDWEAVE_NOT_TAIL_CALLED
#define NDWEAVE_NOT_TAIL_CALLED
#endif

/// Barrier of all work-items of the group; orders local and global memory among them (SYCL 2020, 3.8.3.3).
/// Convergent: all work-items of a group must reach the same call.
void __ndweave_barrier(void) NDWEAVE_NOT_TAIL_CALLED;

/// Start of the group's dynamic local memory: where every local_accessor's offset counts from. 64-byte aligned.
void* __ndweave_local_memory(void);

/// The array of `bytes` bytes in the group's local memory that `id` names, at a multiple of `alignment` (64 at most):
/// every call with this id gives the same array, other ids give others. All three are compile-time constants, `id` the
/// address of a variable, which is not accessed. In kernels of nd-ranges only.
void* __ndweave_group_memory(uint32_t bytes, uint32_t alignment, const void* id);

/// Says that the kernel of the calling function requires groups of these sizes, in SYCL's order, 0 for dimensions that
/// it does not have, or a device with these aspects, bits by the numbers of SYCL's enumerators. All are constants. The
/// extraction plugin takes the calls out of the program.
void __ndweave_required_sub_group_size(uint32_t size);
void __ndweave_required_work_group_size(uint32_t first, uint32_t second, uint32_t third);
void __ndweave_required_aspects(uint64_t aspects);

/// Start of the group's scratch memory, used by group algorithms; `bytes` per work-item for every work-item of the
/// group, `bytes` at most 16. Not part of the dynamic local memory.
void* __ndweave_group_scratch(uint32_t bytes);

/// The same with `bytes` for every sub-group only, where sub-groups have several work-items. Calls may give different
/// memory, which holds until the call of __ndweave_scratch_barrier that ends the operation.
void* __ndweave_sub_group_scratch(uint32_t bytes);

/// Barrier that keeps what follows from writing to that memory before all have read it. It orders nothing else: where
/// something else keeps them apart, it is left out. Convergent, behind a barrier of the same operation.
void __ndweave_scratch_barrier(void) NDWEAVE_NOT_TAIL_CALLED;

/// Sub-group geometry. Sub-groups are formed of work-items of consecutive linear local id.
uint32_t __ndweave_sub_group_size(void);      // largest; a compile-time constant once the target is known
uint32_t __ndweave_sub_group_local_id(void);  // lane
uint32_t __ndweave_sub_group_id(void);

/// Sub-group exchange: every participating lane gets `value` of lane `lane`. Convergent within the sub-group.
uint32_t __ndweave_shuffle_u32(uint32_t value, uint32_t lane);
uint64_t __ndweave_shuffle_u64(uint64_t value, uint32_t lane);
void __ndweave_sub_group_barrier(void) NDWEAVE_NOT_TAIL_CALLED;

/// The same among a part of the sub-group: bit k of `members` is lane k. They reach the call together, `lane` is one of
/// them. Other lanes may be anywhere, or have ended.
uint32_t __ndweave_members_shuffle_u32(uint32_t value, uint32_t lane, uint64_t members);
uint64_t __ndweave_members_shuffle_u64(uint64_t value, uint32_t lane, uint64_t members);
/// The members that passed another value than 0, as bits.
uint64_t __ndweave_members_ballot(uint32_t value, uint64_t members);
void __ndweave_members_barrier(uint64_t members) NDWEAVE_NOT_TAIL_CALLED;

/// The lanes that have come to this call together, as bits. Each target decides how many those are; the own lane always
/// is one.
uint64_t __ndweave_active_lanes(void);

/// The target that runs this kernel: folded to a constant by the kernel compiler, so that device code can choose an
/// algorithm.
enum {
    NDWEAVE_TARGET_LIBRARY = 0,  // fiber and loop executors, any C++ compiler
    NDWEAVE_TARGET_HOST = 1,     // kernel compiler on the CPU (loop or cbs)
    NDWEAVE_TARGET_GPU = 2       // CUDA, HIP or OpenCL device
};
uint32_t __ndweave_target(void);

/// Memory fence of `scope` (memory_scope's numbers), of acquire-release and of sequentially consistent order.
void __ndweave_fence(uint32_t scope);
void __ndweave_sequential_fence(uint32_t scope);

/// The address `at`; atomic operations on it order and exclude those of `scope` (memory_scope's numbers) only. Without
/// it they have system scope.
void* __ndweave_atomic_scope(void* at, uint32_t scope);

/// Replaces `value`, of `bytes` bytes, by what the launch gives to the specialization constant `key`, if it does. Key
/// and size are compile-time constants. The kernel compiler makes the value a constant.
void __ndweave_specialization_constant(uint64_t key, void* value, uint64_t bytes);

/// Where the global ids of a launch over an nd_range with an offset begin. In other launches it has no meaning.
uint64_t __ndweave_launch_offset(uint32_t axis);

/// Reports the subscript `index` of `count` rows or elements to check mode; no effect otherwise.
void __ndweave_check_index(uint64_t index, uint64_t count);

#ifdef __cplusplus
}
#endif
#endif

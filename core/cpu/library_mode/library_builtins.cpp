/// The kernel builtins as ordinary functions (library mode): they refer to the work-item that runs on the calling
/// thread.
#include <atomic>
#include <bit>

#include "cpu/host_info.hpp"
#include "cpu/library_mode/strand.hpp"
#include "cpu/library_mode/work_item.hpp"
#include "cpu/memory/worker_memory.hpp"
#include "cpu/thread_sanitizer.hpp"
#include "ndweave/builtins.h"
#include "ndweave/exception.hpp"
#include "runtime/kernel/constants.hpp"
#include "runtime/kernel/kernel_name.hpp"

namespace ndweave::detail {

constinit thread_local work_item* current_work_item = nullptr;
constinit thread_local std::uint64_t current_item_number = 0;

namespace {

const work_item& current_item() {
    if (!current_work_item) {
        throw exception(errc::invalid,
                        "a function of work-items was called where no nd-range kernel runs: barriers, local memory, "
                        "sub-groups and group algorithms need parallel_for(nd_range)");
    }
    return *current_work_item;
}

/// The work-items of basic kernels are unknown here.
void tell_sanitizer_of_fence() {
    if (current_work_item) sanitized_fence(current_work_item->group->functor);
}

/// The running work-item's fiber, which can wait for others.
strand& waiting_fiber(const char* what) {
    const work_item& item = current_item();
    if (!item.fiber) {
        throw exception(errc::kernel_not_supported,
                        "kernel " + kernel_name(*item.group->kernel) + " reached a " + what +
                            ", which strategy 'loop' cannot run: use 'cbs', 'fiber' or 'auto'");
    }
    return *item.fiber;
}

std::uint64_t shuffle(std::uint64_t value, std::uint32_t lane, sub_group_operation operation) {
    return waiting_fiber("sub-group shuffle").exchange(value, lane, operation);
}

std::uint64_t exchange_among(std::uint64_t members, std::uint64_t value, std::uint32_t lane) {
    if (std::has_single_bit(members)) return value;
    return waiting_fiber("operation of a part of a sub-group").exchange_among(members, value, lane);
}

}  // namespace
}  // namespace ndweave::detail

using namespace ndweave::detail;

#define NDWEAVE_BUILTIN extern "C" [[gnu::visibility("default")]]

NDWEAVE_BUILTIN uint32_t __ndweave_local_id(uint32_t axis) { return current_item().local_id[axis]; }
NDWEAVE_BUILTIN uint32_t __ndweave_local_range(uint32_t axis) { return current_item().group->box->local_range[axis]; }
NDWEAVE_BUILTIN uint64_t __ndweave_group_id(uint32_t axis) { return current_item().group->box->group_id[axis]; }
NDWEAVE_BUILTIN uint64_t __ndweave_group_range(uint32_t axis) { return current_item().group->box->group_range[axis]; }
NDWEAVE_BUILTIN uint64_t __ndweave_global_id(uint32_t axis) {
    const work_item& item = current_item();
    return item.group->box->global_base[axis] + item.local_id[axis];
}
NDWEAVE_BUILTIN uint64_t __ndweave_global_range(uint32_t axis) { return current_item().group->box->global_range[axis]; }

NDWEAVE_BUILTIN uint64_t __ndweave_item_number() {
    if (!current_work_item) return current_item_number;
    const item_box& box = *current_work_item->group->box;
    uint64_t number = 0;
    for (int axis = 2; axis >= 0; --axis) {
        number = number * box.global_range[axis] + box.global_base[axis] + current_work_item->local_id[axis];
    }
    return number;
}

NDWEAVE_BUILTIN void __ndweave_barrier() { waiting_fiber("barrier").wait(strand::waits_for::group); }
NDWEAVE_BUILTIN void __ndweave_scratch_barrier() { __ndweave_barrier(); }
NDWEAVE_BUILTIN void __ndweave_sub_group_barrier() {
    waiting_fiber("sub-group barrier").wait_for_sub_group(sub_group_operation::barrier);
}

NDWEAVE_BUILTIN void* __ndweave_local_memory() { return current_item().group->local_memory; }
NDWEAVE_BUILTIN void* __ndweave_group_memory(uint32_t bytes, uint32_t, const void* id) {
    current_item();
    return worker_memory::of_this_thread().declared_array(id, bytes);
}
NDWEAVE_BUILTIN void* __ndweave_group_scratch(uint32_t) { return current_item().group->scratch; }
NDWEAVE_BUILTIN void* __ndweave_sub_group_scratch(uint32_t bytes) { return __ndweave_group_scratch(bytes); }

NDWEAVE_BUILTIN uint32_t __ndweave_sub_group_size() { return current_item().group->sub_group_size; }
NDWEAVE_BUILTIN uint32_t __ndweave_sub_group_local_id() {
    const work_item& item = current_item();
    return item.linear_id % item.group->sub_group_size;
}
NDWEAVE_BUILTIN uint32_t __ndweave_sub_group_id() {
    const work_item& item = current_item();
    return item.linear_id / item.group->sub_group_size;
}

NDWEAVE_BUILTIN uint32_t __ndweave_shuffle_u32(uint32_t value, uint32_t lane) {
    return static_cast<uint32_t>(shuffle(value, lane, sub_group_operation::shuffle_u32));
}
NDWEAVE_BUILTIN uint64_t __ndweave_shuffle_u64(uint64_t value, uint32_t lane) {
    return shuffle(value, lane, sub_group_operation::shuffle_u64);
}

NDWEAVE_BUILTIN uint32_t __ndweave_members_shuffle_u32(uint32_t value, uint32_t lane, uint64_t members) {
    return static_cast<uint32_t>(exchange_among(members, value, lane));
}
NDWEAVE_BUILTIN uint64_t __ndweave_members_shuffle_u64(uint64_t value, uint32_t lane, uint64_t members) {
    return exchange_among(members, value, lane);
}
NDWEAVE_BUILTIN uint64_t __ndweave_members_ballot(uint32_t value, uint64_t members) {
    if (std::has_single_bit(members)) return value != 0 ? members : 0;
    return waiting_fiber("ballot of a part of a sub-group").ballot_among(members, value);
}
NDWEAVE_BUILTIN void __ndweave_members_barrier(uint64_t members) {
    exchange_among(members, 0, __ndweave_sub_group_local_id());
}
/// Fibers run one after the other.
NDWEAVE_BUILTIN uint64_t __ndweave_active_lanes() { return uint64_t{1} << __ndweave_sub_group_local_id(); }

NDWEAVE_BUILTIN uint32_t __ndweave_target() { return NDWEAVE_TARGET_LIBRARY; }
NDWEAVE_BUILTIN void __ndweave_fence(uint32_t) {
    std::atomic_thread_fence(std::memory_order_acq_rel);
    tell_sanitizer_of_fence();
}
NDWEAVE_BUILTIN void __ndweave_sequential_fence(uint32_t) {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    tell_sanitizer_of_fence();
}
NDWEAVE_BUILTIN void* __ndweave_atomic_scope(void* at, uint32_t) { return at; }
NDWEAVE_BUILTIN void __ndweave_specialization_constant(uint64_t key, void* value, uint64_t bytes) {
    read_constant(current_constants, key, value, bytes);
}
NDWEAVE_BUILTIN uint64_t __ndweave_launch_offset(uint32_t axis) { return current_item().group->box->offset[axis]; }
NDWEAVE_BUILTIN void __ndweave_check_index(uint64_t, uint64_t) {}

#include "cpu/validation/reference_kernel.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <exception>

#include "cpu/library_mode/fiber_executor.hpp"
#include "cpu/library_mode/strand.hpp"
#include "cpu/library_mode/work_item.hpp"
#include "cpu/memory/worker_memory.hpp"
#include "cpu/tuning.hpp"
#include "ndweave/builtins.h"
#include "ndweave/exception.hpp"
#include "support/calls_machine_code.hpp"

namespace ndweave::detail {
namespace {

struct reference_group : group_context {
    ndw_item_entry entry;
    reference_order order;
    access_observer* observer;
    std::uint64_t local_bytes;
    std::uint64_t atomics = 0;
};

reference_group& reference_of(const work_item& item) {
    return static_cast<reference_group&>(const_cast<group_context&>(*item.group));
}

NDWEAVE_CALLS_MACHINE_CODE __attribute__((noinline)) void run_reference_item(work_item& item) {
    const reference_group& group = reference_of(item);
    item.stack_end = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    std::fesetround(group.order.rounding);
    group.entry(group.functor);
    std::fesetround(FE_TONEAREST);
}

bool is_within(std::uintptr_t address, const void* begin, std::uint64_t bytes) {
    return address - reinterpret_cast<std::uintptr_t>(begin) < bytes;
}

/// Memory whose lifetime ends with the work-item or its group.
bool is_own(std::uintptr_t address, const work_item& item) {
    const reference_group& group = reference_of(item);
    const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    return (address >= here && address < item.stack_end) || is_within(address, group.local_memory, group.local_bytes) ||
           is_within(address, group.scratch, std::uint64_t{16} * group.items) ||
           worker_memory::of_this_thread().is_declared(address);
}

void count_atomic(reference_group& group) {
    if (++group.atomics <= group.order.max_atomics) return;
    throw exception(errc::runtime, "the unoptimised kernel does not end with its work-items in another order");
}

/// Suspends the work-item only outside of exception handlers.
void* check_access(void* pointer, std::uint64_t bytes, std::uint32_t what, std::uint64_t, const char* place) {
    const work_item& item = *current_work_item;
    reference_group& group = reference_of(item);
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    const bool atomic = what & NDW_CHECK_ATOMIC;
    std::exception_ptr error;
    try {
        if (atomic) count_atomic(group);
        if (bytes != 0 && !is_own(address, item)) group.observer->note(address, bytes, what, place);
    } catch (...) {
        error = std::current_exception();
    }
    if (error) item.fiber->abort_group(error);
    if (atomic && group.order.yields) item.fiber->wait(strand::waits_for::others);
    return pointer;
}

/// The launch itself has printed; its result is the same.
int count_characters(const char* format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    const int count = std::vsnprintf(nullptr, 0, format, arguments);
    va_end(arguments);
    return count;
}

template <class F>
ndw_function named(const char* name, F* function) {
    return {name, reinterpret_cast<void*>(function)};
}

/// Runs groups of at most `extent` work-items, which cover the global range.
void run_groups(reference_group& group, item_box& box, const std::uint64_t (&extent)[3]) {
    std::uint64_t groups[3], all = 1;
    for (int a = 0; a < 3; ++a) all *= groups[a] = (box.global_range[a] + extent[a] - 1) / extent[a];
    for (std::uint64_t n = 0; n < all; ++n) {
        std::uint64_t at = group.order.descending ? all - 1 - n : n;
        group.items = 1;
        for (int a = 0; a < 3; ++a) {
            box.group_id[a] = at % groups[a];
            at /= groups[a];
            box.global_base[a] = box.group_id[a] * extent[a];
            box.local_range[a] =
                static_cast<std::uint32_t>(std::min(extent[a], box.global_range[a] - box.global_base[a]));
            group.items *= box.local_range[a];
        }
        fiber_executor::of_this_thread().run(group);
    }
}

const ndw_function functions[] = {
    named("__ndweave_local_id", __ndweave_local_id),
    named("__ndweave_local_range", __ndweave_local_range),
    named("__ndweave_group_id", __ndweave_group_id),
    named("__ndweave_group_range", __ndweave_group_range),
    named("__ndweave_global_id", __ndweave_global_id),
    named("__ndweave_global_range", __ndweave_global_range),
    named("__ndweave_item_number", __ndweave_item_number),
    named("__ndweave_printf", count_characters),
    named("__ndweave_barrier", __ndweave_barrier),
    named("__ndweave_local_memory", __ndweave_local_memory),
    named("__ndweave_group_memory", __ndweave_group_memory),
    named("__ndweave_group_scratch", __ndweave_group_scratch),
    named("__ndweave_sub_group_size", __ndweave_sub_group_size),
    named("__ndweave_sub_group_local_id", __ndweave_sub_group_local_id),
    named("__ndweave_sub_group_id", __ndweave_sub_group_id),
    named("__ndweave_shuffle_u32", __ndweave_shuffle_u32),
    named("__ndweave_shuffle_u64", __ndweave_shuffle_u64),
    named("__ndweave_sub_group_barrier", __ndweave_sub_group_barrier),
    named("__ndweave_members_shuffle_u32", __ndweave_members_shuffle_u32),
    named("__ndweave_members_shuffle_u64", __ndweave_members_shuffle_u64),
    named("__ndweave_members_ballot", __ndweave_members_ballot),
    named("__ndweave_members_barrier", __ndweave_members_barrier),
    named("__ndweave_active_lanes", __ndweave_active_lanes),
    named("__ndweave_fence", __ndweave_fence),
    named("__ndweave_sequential_fence", __ndweave_sequential_fence),
    named("__ndweave_atomic_scope", __ndweave_atomic_scope),
    named("__ndweave_check_access", check_access),
};

}  // namespace

std::span<const ndw_function> reference_functions() { return functions; }

std::uint64_t run_reference(const ndw_compiled_kernel& kernel, const launch& l, std::uint32_t sub_group_size,
                            const reference_order& order, access_observer& observer) {
    item_box box{};
    std::uint64_t extent[3] = {1, 1, 1};
    for (int a = 0; a < 3; ++a) {
        box.global_range[a] = l.global_range[a];
        if (l.kernel->kind == kernel_kind::nd_range) extent[a] = l.local_range[a];
        box.group_range[a] = l.kernel->kind == kernel_kind::nd_range ? l.global_range[a] / extent[a] : 1;
    }
    if (l.kernel->kind == kernel_kind::basic) extent[0] = tuning::reference_group_size;
    const std::uint64_t items = extent[0] * extent[1] * extent[2];
    const std::uint64_t local_bytes = kernel.local_bytes + l.local_memory_bytes;
    worker_memory& memory = worker_memory::of_this_thread();
    reference_group group{{.kernel = l.kernel,
                           .functor = l.functor,
                           .box = &box,
                           .local_memory = memory.local_memory(local_bytes),
                           .scratch = memory.arena(16 * items),
                           .items = 0,
                           .sub_group_size = sub_group_size,
                           .run_item = run_reference_item,
                           .descending = order.descending,
                           .unwinds = false},
                          kernel.item_entry,
                          order,
                          &observer,
                          local_bytes};
    run_groups(group, box, extent);
    return group.atomics;
}

}  // namespace ndweave::detail

/// The work-item that runs on the calling thread in library mode; the kernel builtins read it.
#pragma once

#include <cstdint>

#include "ndweave/detail/kernel.hpp"

namespace ndweave::detail {

class strand;

struct work_item;

/// Calls the function that the host compiler generated.
void run_library_item(work_item&);

/// The running work-group; shared by its work-items.
struct group_context {
    const kernel_record* kernel;
    const void* functor;
    const item_box* box;
    void* local_memory;
    void* scratch;  // 16 bytes a work-item
    std::uint32_t items;
    std::uint32_t sub_group_size;
    void (*run_item)(work_item&) = run_library_item;
    bool descending = false;  // start with the last work-item
    bool unwinds = true;      // the frames of its functions can be unwound
};

struct work_item {
    const group_context* group = nullptr;
    strand* fiber = nullptr;  // null: the loop executor, in which work-items cannot wait
    std::uint32_t local_id[3] = {};
    std::uint32_t linear_id = 0;
    std::uintptr_t stack_end = 0;  // above the frames of its function; set by reference kernels only
};

inline void run_library_item(work_item& item) {
    item.group->kernel->library.item(item.group->functor, *item.group->box, item.local_id);
}

/// Makes `item` the work-item at linear position `n` of its group's box.
inline void place_work_item(work_item& item, std::uint32_t n) {
    const std::uint32_t(&extent)[3] = item.group->box->local_range;
    item.linear_id = n;
    item.local_id[0] = n % extent[0];
    item.local_id[1] = n / extent[0] % extent[1];
    item.local_id[2] = n / extent[0] / extent[1];
}

/// Null outside nd-range kernels. Executors set it before they call a kernel and reset it afterwards.
[[gnu::tls_model("initial-exec")]] extern constinit thread_local work_item* current_work_item;

/// The number of the basic kernel's work-item that runs, where the launch asks for numbers (launch::numbers_items).
[[gnu::tls_model("initial-exec")]] extern constinit thread_local std::uint64_t current_item_number;

}  // namespace ndweave::detail

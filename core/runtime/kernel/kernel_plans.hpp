/// What devices cache per kernel: a lock-free list with its head in `kernel_record::slot`. Every kind of device pushes
/// nodes of its own type and recognises them by `owner`. Nodes live as long as the process.
#pragma once

#include <atomic>

#include "ndweave/detail/kernel.hpp"

namespace ndweave::detail {

struct kernel_plan {
    const void* owner = nullptr;  // an address that identifies the kind of device (or the device)
    kernel_plan* next = nullptr;
};

inline kernel_plan* first_plan(kernel_record& kernel) {
    return static_cast<kernel_plan*>(std::atomic_ref<void*>(kernel.slot).load(std::memory_order_acquire));
}

/// Prepends `plan`, which must be complete: other threads see it at once.
inline void push_plan(kernel_record& kernel, kernel_plan* plan) {
    std::atomic_ref<void*> head(kernel.slot);
    void* first = head.load(std::memory_order_relaxed);
    do {
        plan->next = static_cast<kernel_plan*>(first);
    } while (!head.compare_exchange_weak(first, plan, std::memory_order_release, std::memory_order_relaxed));
}

}  // namespace ndweave::detail

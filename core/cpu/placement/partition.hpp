/// A part of the CPU's processors, and the threads that run launches on it.
///
/// The calling thread takes part in its launches as always, bound to the partition's processors meanwhile. Workers come
/// from an arena of the partition, which has none of the callers' slots: a launch never waits for a slot
/// (docs/decisions/016).
#pragma once

#include <oneapi/tbb/task_arena.h>

#include <memory>

#include "cpu/placement/affinity.hpp"
#include "cpu/placement/processors.hpp"

namespace ndweave::detail {

class cpu_partition : public std::enable_shared_from_this<cpu_partition> {
public:
    /// Pre: not empty.
    explicit cpu_partition(processor_list);
    cpu_partition(const cpu_partition&) = delete;
    ~cpu_partition();

    const processor_list& processors() const { return processors_; }
    const affinity_mask& mask() const { return mask_; }
    unsigned size() const { return static_cast<unsigned>(processors_.size()); }

    /// Requests a worker, which calls `task`. Of all callers together, size() - 1 run at the same time. Pre: size()
    /// > 1.
    template <class F>
    void enqueue(const F& task) {
        workers_->enqueue(task);
    }

    /// The one that the calling thread's launches run on; null: on the whole CPU.
    static cpu_partition* current();

private:
    const processor_list processors_;
    const affinity_mask mask_;
    std::unique_ptr<tbb::task_arena> workers_;
};

/// Has the calling thread's launches run on a partition for a scope. Throws errc::runtime if the system refuses its
/// processors.
class partition_scope {
public:
    explicit partition_scope(cpu_partition&);
    partition_scope(const partition_scope&) = delete;
    ~partition_scope();

private:
    const thread_binding binding_;
    cpu_partition* outer_;
};

}  // namespace ndweave::detail

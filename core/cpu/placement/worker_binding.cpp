#include "cpu/placement/worker_binding.hpp"

#include <oneapi/tbb/task_arena.h>

#include <atomic>

#include "cpu/placement/partition.hpp"
#include "runtime/environment/environment.hpp"

namespace ndweave::detail {
namespace {

/// A worker's number among those that have served a team of the whole CPU. They are not more than TBB has, one less
/// than processors, so that each has a processor of its own. 0 is left to the calling thread.
unsigned number_of_this_worker() {
    static std::atomic<unsigned> last = 0;
    thread_local const unsigned number = last.fetch_add(1, std::memory_order_relaxed) + 1;
    return number;
}

unsigned place_in(const cpu_partition* partition) {
    // Workers of a partition have all slots of its arena.
    return partition ? static_cast<unsigned>(tbb::this_task_arena::current_thread_index()) + 1
                     : number_of_this_worker();
}

}  // namespace

bool binds_workers_to_cores() {
    static const bool binds = environment_value("NDWEAVE_CPU_BIND") == "cores";
    return binds;
}

void worker_binding::bind(const cpu_partition* partition) {
    if (partition) {
        to_partition_.emplace(partition->mask());
        elsewhere_ = to_partition_->error() != 0;
    }
    if (elsewhere_ || !binds_workers_to_cores()) return;
    const auto allowed = affinity_mask::of_thread(0);
    if (!allowed) return;
    const processor_list processors = allowed->processors();
    to_core_.emplace(affinity_mask({processors[place_in(partition) % processors.size()]}));
}

}  // namespace ndweave::detail

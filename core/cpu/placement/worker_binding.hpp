/// Where workers run while they serve a launch team.
#pragma once

#include <optional>

#include "cpu/placement/affinity.hpp"

namespace ndweave::detail {

class cpu_partition;

/// Whether NDWEAVE_CPU_BIND is `cores`: each worker stays on one processor. Read once. Throws errc::invalid for a value
/// that is not permitted.
bool binds_workers_to_cores();

/// Binds the calling worker for a scope to the processors of its team's partition, and to one of them where
/// binds_workers_to_cores(). Null: to one of those where it may run, or not at all.
class worker_binding {
public:
    explicit worker_binding(const cpu_partition* partition) {
        if (partition != nullptr || binds_workers_to_cores()) bind(partition);
    }

    /// Whether the worker may be on other processors than the partition's, so that it must not work for it.
    bool is_elsewhere() const { return elsewhere_; }

private:
    void bind(const cpu_partition*);

    std::optional<thread_binding> to_partition_, to_core_;  // undone in reverse
    bool elsewhere_ = false;
};

}  // namespace ndweave::detail

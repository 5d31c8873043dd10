#include "cpu/placement/partition.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "cpu/scheduling/tbb_life.hpp"
#include "ndweave/exception.hpp"

namespace ndweave::detail {
namespace {

[[gnu::tls_model("initial-exec")]] constinit thread_local cpu_partition* entered = nullptr;

}  // namespace

cpu_partition::cpu_partition(processor_list processors)
    : processors_(std::move(processors)),
      mask_(processors_),
      workers_(std::make_unique<tbb::task_arena>(std::max(1, static_cast<int>(size()) - 1), 0)) {}

cpu_partition::~cpu_partition() {
    if (tbb_life::is_lost()) static_cast<void>(workers_.release());  // its destructor takes locks of TBB
}

cpu_partition* cpu_partition::current() { return entered; }

partition_scope::partition_scope(cpu_partition& partition) : binding_(partition.mask()) {
    if (const int error = binding_.error(); error != 0) {
        throw exception(errc::runtime, "the calling thread cannot be bound to processors " +
                                           processors_text(partition.processors()) +
                                           " of a sub-device: " + std::generic_category().message(error) +
                                           "; use device(\"cpu\") where the system allows it no longer, or not at all");
    }
    outer_ = std::exchange(entered, &partition);
}

partition_scope::~partition_scope() { entered = outer_; }

}  // namespace ndweave::detail

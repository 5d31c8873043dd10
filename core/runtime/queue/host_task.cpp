#include "runtime/queue/host_task.hpp"

#include "ndweave/exception.hpp"
#include "runtime/queue/queue_core.hpp"

namespace ndweave::detail {

void run_on_host(queue_core& queue, host_function function) {
    if (queue.recorder()) {
        throw exception(errc::feature_not_supported,
                        "a graph cannot hold a host task: submit it before or after the graph");
    }
    queue.submit_blocking_call(
        // The queue's destructor waits for its submission thread, so the reference is valid.
        [&queue, function = std::move(function)](queue_impl& target) {
            target.wait_blocking();
            function(queue);
        },
        "a host task");
}

}  // namespace ndweave::detail

#include "sycl/runtime/service_queue.hpp"

#include <deque>
#include <mutex>

namespace sycl::detail {

const ndweave::queue& service_queue(const ndweave::device& d) {
    static std::mutex mutex;
    // Not destroyed: buffers and pointers in static objects are freed through them while the process ends.
    static auto& queues = *new std::deque<ndweave::queue>;
    const std::lock_guard lock(mutex);
    for (const ndweave::queue& q : queues) {
        if (q.get_device() == d) return q;
    }
    return queues.emplace_back(d);
}

}  // namespace sycl::detail

#include "runtime/queue/queue_core.hpp"

#include "ndweave/exception.hpp"
#include "runtime/graph/graph_recorder.hpp"
#include "runtime/queue/submission.hpp"

namespace ndweave::detail {

queue_core::queue_core(std::shared_ptr<device_impl> device, bool profiling)
    : device_(std::move(device)), impl_(device_->make_queue(profiling)), profiling_(profiling) {}

queue_core::~queue_core() {
    if (scratch_.empty()) return;
    try {
        impl_->wait();
    } catch (...) {  // the user did not collect the error with wait(); the memory is freed in any case
    }
}

queue_impl& queue_core::impl() {
    if (graph_recorder* const r = recorder()) return *r;
    return *impl_;
}

event queue_core::submit(function_ref<void(handler&)> group, bool immediate) {
    event e;
    const bool timed = profiling_ && !recorder();
    if (timed) e.start_ = impl_->record();
    if (immediate) {
        submission(*this, nullptr).run(group);
    } else {
        deferred_action deferred;
        submission(*this, &deferred).run(group);
    }
    if (timed) e.end_ = impl_->record();
    if (timed || recorder() || !impl_->synchronous()) e.queue_ = shared_from_this();
    return e;
}

void queue_core::begin_recording(std::shared_ptr<graph_recorder> r) {
    const std::lock_guard lock(recording_mutex_);
    if (recorder()) {
        throw exception(errc::invalid,
                        "begin_recording: the queue records into a graph already; call end_recording of "
                        "that graph first");
    }
    last_recorder_ = std::move(r);
    recorder_.store(last_recorder_.get(), std::memory_order_release);
}

}  // namespace ndweave::detail

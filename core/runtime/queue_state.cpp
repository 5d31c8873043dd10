#include "runtime/queue_state.hpp"

#include "ndweave/exception.hpp"
#include "runtime/graph_recorder.hpp"
#include "runtime/submission.hpp"

namespace ndweave::detail {

queue_state::queue_state(std::shared_ptr<device_impl> device, bool profiling)
    : device_(std::move(device)), impl_(device_->make_queue(profiling)), profiling_(profiling) {}

queue_state::~queue_state() {
    if (scratch_.empty()) return;
    try {
        impl_->wait();
    } catch (...) {  // the error was the user's to collect with wait(); the memory goes back all the same
    }
}

queue_impl& queue_state::impl() {
    if (graph_recorder* const r = recorder()) return *r;
    return *impl_;
}

event queue_state::submit(function_ref<void(handler&)> group, bool at_once) {
    event e;
    const bool timed = profiling_ && !recorder();
    if (timed) e.start_ = impl_->record();
    if (at_once) {
        submission(*this, nullptr).run(group);
    } else {
        kept_action kept;
        submission(*this, &kept).run(group);
    }
    if (timed) e.end_ = impl_->record();
    if (timed || recorder() || !impl_->synchronous()) e.queue_ = shared_from_this();
    return e;
}

void queue_state::begin_recording(std::shared_ptr<graph_recorder> r) {
    const std::lock_guard lock(recording_mutex_);
    if (recorder()) {
        throw exception(errc::invalid,
                        "begin_recording: the queue records into a graph already; call end_recording of "
                        "that graph first");
    }
    kept_recorder_ = std::move(r);
    recorder_.store(kept_recorder_.get(), std::memory_order_release);
}

}  // namespace ndweave::detail

#include "runtime/queue/queue_core.hpp"

#include "ndweave/exception.hpp"
#include "runtime/graph/graph_recorder.hpp"
#include "runtime/queue/pending/pending_event.hpp"
#include "runtime/queue/submission.hpp"
#include "runtime/trace/tool_queue.hpp"

namespace ndweave::detail {

queue_core::queue_core(std::shared_ptr<device_impl> device, bool profiling, bool asynchronous,
                       bool asynchronous_host_tasks)
    : device_(std::move(device)),
      impl_(make_watched_queue(*device_, profiling)),
      profiling_(profiling),
      asynchronous_(asynchronous && impl_->synchronous()),
      synchronous_(impl_->synchronous() && !asynchronous_),
      later_host_tasks_(synchronous_ && asynchronous_host_tasks),
      scratch_(std::make_shared<scratch_pool>()) {
    if (asynchronous_) make_threaded();
}

queue_impl& queue_core::as_queue(graph_recorder& r) { return r; }

queue_core::~queue_core() {
    threaded_owner_.reset();
    if (scratch_->empty()) return;
    try {
        impl_->wait();
    } catch (...) {  // the user did not collect the error with wait(); the memory is freed in any case
    }
}

threaded_queue& queue_core::make_threaded() {
    const std::lock_guard lock(mutex_);
    if (!threaded_owner_) {
        threaded_owner_ = std::make_unique<threaded_queue>(impl_, profiling_, scratch_);
        threaded_.store(threaded_owner_.get(), std::memory_order_release);
    }
    return *threaded_owner_;
}

event queue_core::submit(function_ref<void(handler&)> group, bool immediate) {
    const bool timed = profiling_ && !recorder();
    const auto start = timed ? executing().record() : nullptr;
    if (immediate) {
        submission(*this, nullptr).run(group);
    } else {
        deferred_action deferred;
        submission(*this, &deferred).run(group);
    }
    event e = last_event();
    if (timed) {
        e.start_ = start;
        e.end_ = executing().record();
        e.queue_ = shared_from_this();
    }
    return e;
}

event queue_core::last_event() {
    event e;
    if (const threaded_queue* const t = threaded()) e.position_ = t->thread()->appended();
    if (!synchronous_ || threaded() || recorder()) e.queue_ = shared_from_this();
    return e;
}

void queue_core::wait() {
    if (graph_recorder* const r = recorder()) return r->wait();
    const threaded_queue* const t = threaded();
    if (!t) return impl_->wait();
    submission_thread& thread = *t->thread();
    thread.wait_until_passed(thread.appended());
    if (!thread.has_failed()) return impl_->wait();
    try {
        impl_->wait();
    } catch (...) {  // the first error is thrown
    }
    // A reduction that was not run to its end leaves a nonzero counter. Nothing runs until the error is collected.
    scratch_->discard();
    if (const std::exception_ptr error = thread.collect_error()) std::rethrow_exception(error);
}

void queue_core::wait(std::uint64_t position) {
    if (graph_recorder* const r = recorder()) return r->wait();
    if (const threaded_queue* const t = threaded()) t->thread()->wait(position);
    impl_->wait();
}

bool queue_core::is_complete(std::uint64_t position) {
    if (recorder()) return false;
    const threaded_queue* const t = threaded();
    if (t && !t->thread()->has_passed(position)) return false;
    const auto submitted = impl_->record();
    return !submitted || submitted->complete();
}

void queue_core::wait_until_idle() {
    if (impl_->is_over()) return;
    wait_until_submitted();
    impl_->wait();
}

std::optional<void*> queue_core::native() {
    wait_until_submitted();
    return impl_->native();
}

/// A host task of this queue has what was submitted before it.
void queue_core::wait_until_submitted() {
    const threaded_queue* const t = threaded();
    if (!t || t->thread().get() == submission_thread::current()) return;
    t->thread()->wait_until_passed(t->thread()->appended());
}

/// Null if it is complete.
std::shared_ptr<event_impl> queue_core::completion(std::uint64_t position, bool blocking) {
    if (recorder()) return recorder()->record();
    if (const threaded_queue* const t = threaded()) {
        if (!t->thread()->has_passed(position)) return std::make_shared<pending_event>(t->thread(), position);
        t->thread()->check(position);
    }
    return blocking ? impl_->record_blocking() : impl_->record();
}

void queue_core::wait_for(const event& e) {
    if (!e.queue_ || e.queue_.get() == this) return;
    if (graph_recorder* const r = recorder()) {
        if (r == e.queue_->recorder()) return;  // a graph preserves its commands' order
        return r->wait_for(nullptr);
    }
    const bool on_device = impl_->can_wait_for(*e.queue_->impl_);
    const auto end = e.end_ ? e.end_ : e.queue_->completion(e.position_, !on_device && !synchronous_);
    queue_impl& to = executing();
    const bool submitted = !dynamic_cast<const pending_event*>(end.get());
    if (later_host_tasks_ && !submitted && &to == impl_.get()) {
        if (!end->complete()) make_threaded().wait_for(end);
        return;
    }
    if (synchronous_ || (on_device && submitted && &to == impl_.get())) return to.wait_for(end);
    if (end && !end->complete()) make_threaded().wait_for(end);
}

void queue_core::submit_call(std::function<void(queue_impl&)> function, std::string what) {
    if (&executing() == impl_.get()) return function(*impl_);
    threaded()->call(std::move(function), std::move(what));
}

void queue_core::submit_blocking_call(std::function<void(queue_impl&)> function, std::string what) {
    if (synchronous_ && !later_host_tasks_) return function(*impl_);
    make_threaded().call(std::move(function), std::move(what));
}

void queue_core::begin_recording(std::shared_ptr<graph_recorder> r) {
    const std::lock_guard lock(mutex_);
    if (recorder()) {
        throw exception(errc::invalid,
                        "begin_recording: the queue records into a graph already; call end_recording of "
                        "that graph first");
    }
    last_recorder_ = std::move(r);
    recorder_.store(last_recorder_.get(), std::memory_order_release);
}

}  // namespace ndweave::detail

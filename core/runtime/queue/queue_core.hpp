/// The implementation of a queue: a device's queue and the runtime's state. Shared by the queue's copies and events.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "ndweave/queue.hpp"
#include "runtime/device/device_impl.hpp"
#include "runtime/memory/scratch_pool.hpp"
#include "runtime/queue/pending/threaded_queue.hpp"

namespace ndweave::detail {

class graph_recorder;

class queue_core : public std::enable_shared_from_this<queue_core> {
public:
    /// `asynchronous`: of a queue that would be synchronous, as `asynchronous_host_tasks`, which are that alone.
    queue_core(std::shared_ptr<device_impl> device, bool profiling, bool asynchronous,
               bool asynchronous_host_tasks = false);
    ~queue_core();

    /// `immediate`: the group ends with its action, which need not be deferred.
    event submit(function_ref<void(handler&)> group, bool immediate);
    scratch_pool& scratch() { return *scratch_; }

    /// Returns when everything submitted is done; throws the first error of it, once.
    void wait();
    /// The same up to a position (event::position_); the errors stay for wait().
    void wait(std::uint64_t position);
    /// Whether everything up to a position is done. Of what a driver has, all that it got counts.
    bool is_complete(std::uint64_t position);
    /// Returns when nothing of what was submitted can run any more, with an error or without. From a host task of this
    /// queue: of what was submitted before it.
    void wait_until_idle();
    /// What is submitted from now on starts after `e`, of any queue. Waits for it here only if the queue is
    /// synchronous.
    void wait_for(const event& e);
    /// An event of everything submitted so far.
    event last_event();
    /// Calls `function`, which submits commands, with the device's queue, when it is their turn: at once if the
    /// submission thread has no work. `what` describes them in errors.
    void submit_call(std::function<void(queue_impl&)> function, std::string what);
    /// The same for a function that blocks: only a synchronous queue calls it here.
    void submit_blocking_call(std::function<void(queue_impl&)> function, std::string what);

    /// Throws errc::invalid if the queue records already.
    void begin_recording(std::shared_ptr<graph_recorder>);
    void end_recording() { recorder_.store(nullptr, std::memory_order_release); }
    graph_recorder* recorder() const { return recorder_.load(std::memory_order_acquire); }  // null: not recording

    const std::shared_ptr<device_impl>& device() const { return device_; }
    /// The target of submitted work: the device's queue, the submission thread if that has work, or the recorder.
    queue_impl& impl() {
        if (graph_recorder* const r = recorder()) return as_queue(*r);
        return executing();
    }
    /// The same, without the recorder.
    queue_impl& executing() {
        threaded_queue* const t = threaded();
        return t && (asynchronous_ || t->thread()->is_needed()) ? *t : *impl_;
    }
    /// The driver's object, which has got everything submitted so far; see queue_impl::native.
    std::optional<void*> native();
    /// The device's queue, for memory that nothing pending uses.
    queue_impl& device_queue() { return *impl_; }

private:
    static queue_impl& as_queue(graph_recorder&);  // whose type is incomplete here
    threaded_queue* threaded() const { return threaded_.load(std::memory_order_acquire); }
    threaded_queue& make_threaded();
    void wait_until_submitted();
    std::shared_ptr<event_impl> completion(std::uint64_t position, bool blocking);

    const std::shared_ptr<device_impl> device_;
    const std::shared_ptr<queue_impl> impl_;
    const bool profiling_, asynchronous_;
    const bool synchronous_;       // submissions run their commands
    const bool later_host_tasks_;  // but for host tasks, and what follows one that is not done
    const std::shared_ptr<scratch_pool> scratch_;
    std::mutex mutex_;  // one recording begins at a time, one submission thread is made
    std::atomic<graph_recorder*> recorder_ = nullptr;
    std::shared_ptr<graph_recorder>
        last_recorder_;  // kept alive until the next one: a thread may use it when recording ends
    std::atomic<threaded_queue*> threaded_ = nullptr;
    std::unique_ptr<threaded_queue> threaded_owner_;
};

}  // namespace ndweave::detail

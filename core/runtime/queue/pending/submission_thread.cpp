#include "runtime/queue/pending/submission_thread.hpp"

#include "cpu/scheduling/spin_backoff.hpp"
#include "cpu/tuning.hpp"
#include "ndweave/exception.hpp"
#include "runtime/plugin/driver_life.hpp"
#include "runtime/queue/pending/wait_graph.hpp"

namespace ndweave::detail {
namespace {

constinit thread_local submission_thread* current_thread = nullptr;

template <class Condition>
void poll(std::chrono::microseconds limit, const Condition& condition) {
    spin_backoff backoff(limit);
    while (!condition() && backoff.next()) {
    }
}

}  // namespace

submission_thread* submission_thread::current() { return current_thread; }

submission_thread::submission_thread(std::shared_ptr<queue_impl> target, std::shared_ptr<void> keep)
    : keep_(std::move(keep)), target_(std::move(target)), made_in_(fork_count()) {}

submission_thread::~submission_thread() { finish(); }

bool submission_thread::is_in_child() const { return fork_count() != made_in_; }

std::uint64_t submission_thread::append(function_ref<void(command_list&)> add) {
    if (is_in_child()) {
        throw exception(errc::runtime,
                        "this process was forked from the one that made the queue, whose submission thread it has not: "
                        "make a queue in the child");
    }
    std::uint64_t number = 0;
    bool wake = false;
    {
        const std::lock_guard lock(mutex_);
        add(arrived_);
        if (!thread_.joinable()) thread_ = std::thread([self = shared_from_this()] { self->serve(); });
        number = appended_.fetch_add(1, std::memory_order_release) + 1;
        wake = sleeping_;
    }
    if (wake) arrival_.notify_one();
    return number;
}

void submission_thread::finish() noexcept {
    if (!thread_.joinable()) return;
    if (is_in_child()) return thread_.detach();  // joining would wait for a thread that is not there
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    arrival_.notify_one();
    if (current_thread != this) return thread_.join();
    // A command that is running or being destroyed called, and is still in its list.
    run_all(running_);
    command_list others;
    while (wait_for_commands(others)) run_all(others);
    thread_.detach();
}

void submission_thread::serve() {
    current_thread = this;
    target_->adopt_thread();
    while (wait_for_commands(running_)) run_all(running_);
}

void submission_thread::run_all(command_list& list) {
    while (!list.empty()) {
        pending_command& command = list.take_front();
        run(command);
        std::destroy_at(&command);  // what it holds goes before anybody is told
        run_.fetch_add(1, std::memory_order_release);
        run_.notify_all();
    }
}

/// Fills the list, which is empty, with what has arrived, in a moment's time or after sleep. False at the end.
bool submission_thread::wait_for_commands(command_list& list) {
    poll(tuning::worker_linger, [this] { return has_commands(); });
    std::unique_lock lock(mutex_);
    sleeping_ = true;
    arrival_.wait(lock, [this] { return ending_ || !arrived_.empty(); });
    sleeping_ = false;
    list.reset();
    list.swap(arrived_);
    return !list.empty();
}

void submission_thread::run(pending_command& command) {
    if (is_failed_.load(std::memory_order_acquire)) return;
    try {
        command.run(*target_);
    } catch (...) {
        fail(std::current_exception());
    }
}

void submission_thread::fail(std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    failures_.push_back({run_.load(std::memory_order_relaxed) + 1, UINT64_MAX, std::move(error)});
    has_failures_.store(true, std::memory_order_relaxed);
    is_failed_.store(true, std::memory_order_release);
}

std::exception_ptr submission_thread::collect_error() {
    if (!is_failed_.load(std::memory_order_acquire)) return nullptr;
    const std::lock_guard lock(mutex_);
    const std::uint64_t run = run_.load(std::memory_order_acquire);
    failures_.back().last = run;
    if (run == appended()) {  // what is submitted next may go to the driver, without a number: its position is not this
        appended_.fetch_add(1, std::memory_order_release);
        run_.fetch_add(1, std::memory_order_release);
    }
    is_failed_.store(false, std::memory_order_release);
    return failures_.back().error;
}

void submission_thread::check(std::uint64_t position) {
    if (!has_failures_.load(std::memory_order_acquire)) return;
    const std::lock_guard lock(mutex_);
    for (const failure& f : failures_) {
        if (f.first <= position && position <= f.last) std::rethrow_exception(f.error);
    }
}

std::string submission_thread::next_command() {
    const std::lock_guard lock(mutex_);
    command_list& next = running_.empty() ? arrived_ : running_;
    return next.empty() ? "a command" : next.front().describe();
}

void submission_thread::wait_until_passed(std::uint64_t position) {
    if (has_passed(position)) return;
    if (is_in_child()) {
        throw exception(errc::runtime,
                        "this process was forked while commands were pending: they run in its parent only");
    }
    const wait_graph_entry entry(current_thread, *this, position);
    poll(tuning::caller_spin, [&] { return has_passed(position); });
    for (std::uint64_t run = 0; (run = run_.load(std::memory_order_acquire)) < position;) {
        run_.wait(run, std::memory_order_acquire);
    }
}

void submission_thread::wait(std::uint64_t position) {
    wait_until_passed(position);
    check(position);
}

}  // namespace ndweave::detail

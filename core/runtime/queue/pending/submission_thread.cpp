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

std::uint64_t submission_thread::append(function_ref<void(command_queue&)> add) {
    if (is_in_child()) {
        throw exception(errc::runtime,
                        "this process was forked from the one that made the queue, whose submission thread it has not: "
                        "make a queue in the child");
    }
    std::uint64_t number = 0;
    bool wake = false;
    {
        const std::lock_guard lock(mutex_);
        add(commands_);
        if (!thread_.joinable()) thread_ = std::thread([self = shared_from_this()] { self->serve(); });
        number = commands_.added();
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
    commands_.keep_memory();  // a command that is running or being destroyed called this
    run_commands();
    thread_.detach();
}

void submission_thread::serve() {
    current_thread = this;
    target_->adopt_thread();
    run_commands();
}

void submission_thread::run_commands() {
    while (wait_for_command()) {
        pending_command& command = commands_.take_front();
        run(command);
        std::destroy_at(&command);  // what it holds goes before anybody is told
        run_.fetch_add(1, std::memory_order_release);
        run_.notify_all();
    }
}

/// Returns when a command is there, at once, in a moment's time or after sleep; false at the end.
bool submission_thread::wait_for_command() {
    if (!commands_.empty()) return true;
    poll(tuning::worker_linger, [this] { return !commands_.empty(); });
    std::unique_lock lock(mutex_);
    sleeping_ = true;
    arrival_.wait(lock, [this] { return ending_ || !commands_.empty(); });
    sleeping_ = false;
    return !commands_.empty();
}

void submission_thread::run(pending_command& command) {
    if (has_failed()) return;
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
    std::exception_ptr error;
    {
        const std::lock_guard lock(mutex_);
        if (!has_failed()) return nullptr;
        failures_.back().last = run_.load(std::memory_order_acquire);
        is_failed_.store(false, std::memory_order_release);
        error = failures_.back().error;
    }
    // What is submitted next may go to the driver, without a number: its position must be another one.
    append([](command_queue& commands) { commands.add_call([](queue_impl&) {}, "nothing"); });
    return error;
}

void submission_thread::check(std::uint64_t position) {
    if (!has_failures_.load(std::memory_order_acquire)) return;
    const std::lock_guard lock(mutex_);
    for (const failure& f : failures_) {
        if (f.first <= position && position <= f.last) std::rethrow_exception(f.error);
    }
}

std::string submission_thread::next_command() { return commands_.empty() ? "a command" : commands_.front().describe(); }

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

#include "runtime/trace/traced_queue.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/kernel/kernel_name.hpp"

namespace ndweave::detail {
namespace {

constexpr std::size_t most_pending = 100'000;  // events are the driver's
constexpr std::size_t looks_a_command = 4;     // at what has ended

}  // namespace

std::unique_ptr<queue_impl> make_traced_queue(device_impl& device, bool profiling) {
    if (!has_timeline()) return device.make_queue(profiling);
    return std::make_unique<traced_queue>(device.make_queue(true), device.limits());
}

void run_traced(queue_impl& queue, activity what, function_ref<void(queue_impl&)> function) {
    auto* const traced = has_timeline() ? dynamic_cast<traced_queue*>(&queue) : nullptr;
    if (!traced) return function(queue);
    traced->run({what, nullptr, 0, 0, 0}, [&] { function(traced->inner()); });
}

traced_queue::traced_queue(std::unique_ptr<queue_impl> inner, const device_limits& device) : inner_(std::move(inner)) {
    if (inner_->synchronous()) return;
    row_ = &add_timeline_row(device.backend + ", " + device.name);
    const auto now = inner_->record();
    if (!now) return;
    now->wait();
    origin_ = monotonic_now();
    origin_seconds_ = now->seconds();
}

traced_queue::~traced_queue() {
    if (inner_->is_over()) return;
    try {
        inner_->wait();
        settle(pending_.size());
    } catch (...) {  // nobody is there to hear of it
    }
}

void traced_queue::launch(const detail::launch& l) {
    const std::string* const name = name_of(*l.kernel);
    run({activity::kernel, name, 0, 0, 0}, [&] { inner_->launch(l); });
}

void traced_queue::copy(void* to, const void* from, std::size_t bytes) {
    run({activity::copy, nullptr, bytes, 0, 0}, [&] { inner_->copy(to, from, bytes); });
}

void traced_queue::fill(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count) {
    run({activity::fill, nullptr, pattern_bytes * count, 0, 0},
        [&] { inner_->fill(to, pattern, pattern_bytes, count); });
}

void traced_queue::wait() {
    const timeline_span span(activity::wait);
    inner_->wait();
    const std::lock_guard lock(mutex_);
    settle(pending_.size());
}

bool traced_queue::can_wait_for(const queue_impl& other) const {
    const auto* const traced = dynamic_cast<const traced_queue*>(&other);
    return inner_->can_wait_for(traced ? traced->inner() : other);
}

void traced_queue::run(const interval& command, function_ref<void()> submit) {
    interval one = command;
    one.begin = monotonic_now();
    submit();
    one.end = monotonic_now();
    interval submission = one;
    if (!inner_->synchronous() && one.what == activity::kernel) submission.what = activity::launch;
    add_interval(submission);
    if (inner_->synchronous()) return;
    const auto end = inner_->record();
    const std::lock_guard lock(mutex_);
    if (end && pending_.size() < most_pending) pending_.push_back({end, one});
    settle(looks_a_command);
}

void traced_queue::settle(std::size_t most) {
    for (; most > 0 && !pending_.empty() && pending_.front().end->complete(); --most) {
        const pending& first = pending_.front();
        interval done = first.command;
        done.end = origin_ + std::llround((first.end->seconds() - origin_seconds_) * 1e9);
        done.begin = std::min(std::max(done.begin, busy_until_), done.end);
        busy_until_ = done.end;
        add_interval(done, *row_);
        pending_.pop_front();
    }
}

const std::string* traced_queue::name_of(const kernel_record& kernel) {
    const std::lock_guard lock(mutex_);
    const std::string*& name = names_[&kernel];
    if (!name) name = lasting_name(kernel_name(kernel));
    return name;
}

}  // namespace ndweave::detail

#include "runtime/trace/traced_queue.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/kernel/kernel_name.hpp"

namespace ndweave::detail {
namespace {

constexpr std::size_t most_pending = 100'000;  // events are the driver's
constexpr std::size_t looks_an_event = 4;      // at what has ended

/// How far apart events are, in ns of the host or of what commands are thought to take: a hundred times what one costs.
constexpr std::int64_t between_events = 500'000;

}  // namespace

std::unique_ptr<queue_impl> make_traced_queue(device_impl& device, bool profiling) {
    if (!has_timeline()) return device.make_queue(profiling);
    return std::make_unique<traced_queue>(device.make_queue(true), device.limits());
}

traced_queue::traced_queue(std::unique_ptr<queue_impl> made, const device_limits& device)
    : wrapped_queue(std::move(made)) {
    if (inner().synchronous()) return;
    row_ = &add_timeline_row(device.backend + ", " + device.name);
    const auto now = inner().record();
    if (!now) return;
    now->wait();
    origin_ = monotonic_now();
    origin_seconds_ = now->seconds();
}

traced_queue::~traced_queue() {
    if (inner().is_over()) return;
    try {
        inner().wait();
        close(false);
        settle(pending_.size());
    } catch (...) {  // nobody is there to hear of it
    }
}

void traced_queue::launch(const detail::launch& l) {
    const std::string* const name = name_of(*l.kernel);
    run({activity::kernel, name, 0, 0, 0}, [&] { inner().launch(l); });
}

void traced_queue::copy(void* to, const void* from, std::size_t bytes) {
    run({activity::copy, nullptr, bytes, 0, 0}, [&] { inner().copy(to, from, bytes); });
}

void traced_queue::fill(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count) {
    run({activity::fill, nullptr, pattern_bytes * count, 0, 0},
        [&] { inner().fill(to, pattern, pattern_bytes, count); });
}

void traced_queue::wait() {
    const timeline_span span(activity::wait);
    inner().wait();
    const std::lock_guard lock(mutex_);
    close(false);
    settle(pending_.size());
}

void traced_queue::run_graph(function_ref<void(queue_impl&)> function) {
    run({activity::graph, nullptr, 0, 0, 0}, [&] { inner().run_graph(function); });
}

void traced_queue::run(const interval& command, function_ref<void()> submit) {
    interval one = command;
    const bool is_new = announce(command_kind(command));
    one.begin = monotonic_now();
    submit();
    one.end = monotonic_now();
    interval submission = one;
    if (!inner().synchronous() && one.what == activity::kernel) submission.what = activity::launch;
    add_interval(submission);
    if (inner().synchronous()) return;
    const std::lock_guard lock(mutex_);
    open_.add(one);
    const bool due = is_new || one.end - marked_ >= between_events || times_.expected(open_) >= between_events;
    if (due) close(true);
}

bool traced_queue::announce(const command_kind& kind) {
    if (inner().synchronous()) return false;
    const std::lock_guard lock(mutex_);
    const bool is_new = times_.is_new(kind);
    const bool idle = !open_.empty() && monotonic_now() - open_.whole().end >= between_events;
    if (is_new || idle) close(is_new && !idle);
    return is_new;
}

void traced_queue::close(bool marked) {
    if (open_.empty()) return;
    if (pending_.size() < most_pending) pending_.push_back({marked ? inner().record() : nullptr, std::move(open_)});
    open_ = {};
    if (!marked) return;
    marked_ = monotonic_now();
    settle(looks_an_event);
}

void traced_queue::settle(std::size_t most) {
    for (; most > 0 && !pending_.empty(); --most) {
        const auto& [end, commands] = pending_.front();
        if (end && !end->complete()) return;
        const std::int64_t begin = std::max(commands.whole().begin, busy_until_);
        if (end) {
            const std::int64_t ended = origin_ + std::llround((end->seconds() - origin_seconds_) * 1e9);
            times_.learn(commands, static_cast<double>(std::max<std::int64_t>(ended - begin, 0)));
            add_to_row(commands, ended);
        } else {
            add_to_row(commands,
                       std::min<std::int64_t>(begin + std::llround(times_.expected(commands)), monotonic_now()));
        }
        pending_.pop_front();
    }
}

void traced_queue::add_to_row(const command_group& commands, std::int64_t end) {
    interval done = commands.whole();
    if (!commands.is_single()) done.name = lasting_name(commands.name());
    done.end = end;
    done.begin = std::min(std::max(done.begin, busy_until_), end);
    busy_until_ = std::max(busy_until_, end);
    add_interval(done, *row_);
}

const std::string* traced_queue::name_of(const kernel_record& kernel) {
    const std::lock_guard lock(mutex_);
    const std::string*& name = names_[&kernel];
    if (!name) name = lasting_name(kernel_name(kernel));
    return name;
}

}  // namespace ndweave::detail

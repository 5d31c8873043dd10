#include "runtime/queue/pending/wait_graph.hpp"

#include <map>
#include <mutex>

#include "ndweave/exception.hpp"
#include "runtime/fork_locks.hpp"
#include "runtime/queue/pending/submission_thread.hpp"

namespace ndweave::detail {
namespace {

struct awaited_position {
    submission_thread* thread;
    std::uint64_t position;
};

std::mutex mutex;

[[gnu::constructor]] void hold_at_forks() { hold_while_forking(fork_lock::waits, mutex); }

/// What each waiting thread waits for: one thing at a time.
std::map<submission_thread*, awaited_position>& waits() {
    static auto& map = *new std::map<submission_thread*, awaited_position>;
    return map;
}

/// Whether the command that `thread` runs is one that `position` waits for.
bool awaits_running_command(const awaited_position& awaited) { return !awaited.thread->has_passed(awaited.position); }

}  // namespace

wait_graph_entry::wait_graph_entry(submission_thread* waiting, submission_thread& awaited, std::uint64_t position)
    : waiting_(waiting) {
    if (!waiting_) return;
    const std::lock_guard lock(mutex);
    awaited_position next{&awaited, position};
    while (awaits_running_command(next)) {
        if (next.thread == waiting_) {
            throw exception(
                errc::invalid,
                "this wait would never end: a host task waits for commands that start only after it; end the "
                "host task and wait for them outside, or submit them before it");
        }
        const auto found = waits().find(next.thread);
        if (found == waits().end()) break;
        next = found->second;
    }
    waits().emplace(waiting_, awaited_position{&awaited, position});
}

wait_graph_entry::~wait_graph_entry() {
    if (!waiting_) return;
    const std::lock_guard lock(mutex);
    waits().erase(waiting_);
}

}  // namespace ndweave::detail

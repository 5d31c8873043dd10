#include "runtime/queue/submission.hpp"

#include "runtime/graph/executable_graph.hpp"
#include "runtime/graph/graph_recorder.hpp"
#include "runtime/memory/copy.hpp"
#include "runtime/queue/host_task.hpp"

namespace ndweave::detail {

void submission::copy(void* to, const void* from, std::size_t bytes) {
    deferred_ ? deferred_->store(recorded_copy{to, from, bytes}) : detail::copy(queue_, to, from, bytes);
}

void submission::fill(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count) {
    if (!deferred_) return queue_.impl().fill(to, pattern, pattern_bytes, count);
    const auto* const first = static_cast<const unsigned char*>(pattern);
    deferred_->store(recorded_fill{to, {first, first + pattern_bytes}, count});
}

void submission::hint(const recorded_hint& h) { deferred_ ? deferred_->store(h) : detail::submit(queue_.impl(), h); }

void submission::submit(std::shared_ptr<executable_graph> graph) {
    deferred_ ? deferred_->store(std::move(graph)) : graph->submit(queue_);
}

void submission::run_on_host(std::function<void(queue_core&)> function) {
    deferred_ ? deferred_->store(std::move(function)) : detail::run_on_host(queue_, std::move(function));
}

void* submission::scratch(std::size_t bytes) {
    if (graph_recorder* const r = queue_.recorder()) return r->scratch(bytes, queue_.device_queue());
    if (scratch_) queue_.scratch().give_back(std::move(scratch_));
    scratch_ = queue_.scratch().take(queue_.device(), queue_.device_queue(), bytes);
    return scratch_->get();
}

/// An aborted reduction leaves a nonzero counter. A block that cannot be cleared is neither reused nor freed: its
/// driver fails, and earlier work that uses the block cannot be waited for.
void submission::clear_scratch() noexcept {
    if (!scratch_) return;
    try {
        scratch_->clear(queue_.executing());
    } catch (...) {
        (void)scratch_.release();
    }
}

}  // namespace ndweave::detail

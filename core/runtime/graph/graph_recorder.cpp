#include "runtime/graph/graph_recorder.hpp"

#include "ndweave/exception.hpp"

namespace ndweave::detail {

void graph_recorder::add(recorded_command command) {
    const std::lock_guard lock(mutex_);
    recorded_.commands.push_back(std::move(command));
}

void graph_recorder::fill(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count) {
    const auto* first = static_cast<const unsigned char*>(pattern);
    add(recorded_fill{to, {first, first + pattern_bytes}, count});
}

void graph_recorder::wait() {
    throw exception(
        errc::invalid,
        "cannot wait for a queue that records into a graph: nothing runs until the graph is submitted; call "
        "end_recording first");
}

std::shared_ptr<event_impl> graph_recorder::record() {
    throw exception(
        errc::invalid,
        "work outside a graph cannot depend on a command that is being recorded: depend on the event of the "
        "graph's submission");
}

void graph_recorder::wait_for(const std::shared_ptr<event_impl>&) {
    throw exception(errc::invalid,
                    "a recorded command cannot depend on work outside its graph: let the graph's submission depend on "
                    "it");
}

void graph_recorder::append(const recording& other) {
    const std::lock_guard lock(mutex_);
    recorded_.commands.insert(recorded_.commands.end(), other.commands.begin(), other.commands.end());
    recorded_.scratch.insert(recorded_.scratch.end(), other.scratch.begin(), other.scratch.end());
}

void* graph_recorder::scratch(std::size_t bytes, queue_impl& queue) {
    const std::lock_guard lock(mutex_);
    auto& blocks = recorded_.scratch;
    if (blocks.empty() || blocks.back()->size() < bytes) {
        blocks.push_back(std::make_shared<scratch_memory>(device_, queue, bytes));
    }
    return blocks.back()->get();
}

recording graph_recorder::snapshot() const {
    const std::lock_guard lock(mutex_);
    return recorded_;
}

std::size_t graph_recorder::size() const {
    const std::lock_guard lock(mutex_);
    return recorded_.commands.size();
}

}  // namespace ndweave::detail

#include "runtime/queue/deferred_action.hpp"

#include <cstring>

#include "runtime/graph/executable_graph.hpp"
#include "runtime/memory/copy.hpp"
#include "runtime/queue/queue_core.hpp"

namespace ndweave::detail {
namespace {

struct submission_to {
    queue_core& queue;

    void operator()(std::monostate) const {}
    void operator()(const launch& l) const { queue.impl().launch(l); }
    void operator()(const recorded_launch& l) const { detail::submit(queue.impl(), l); }
    void operator()(const recorded_copy& c) const { copy(queue, c.to, c.from, c.bytes); }
    void operator()(const recorded_fill& f) const { detail::submit(queue.impl(), f); }
    void operator()(const recorded_hint& h) const { detail::submit(queue.impl(), h); }
    void operator()(const std::shared_ptr<executable_graph>& graph) const { graph->submit(queue); }
    void operator()(const host_function& function) const { run_on_host(queue, function); }
};

}  // namespace

void deferred_action::store(launch&& l) {
    if (l.kernel->functor_size > sizeof functor_) {
        what_ = record_launch(l);
        return;
    }
    std::memcpy(functor_, l.functor, l.kernel->functor_size);
    l.functor = functor_;
    what_.emplace<launch>(std::move(l));
}

void deferred_action::submit(queue_core& queue) { std::visit(submission_to{queue}, what_); }

}  // namespace ndweave::detail

/// What a command does: in the model, and on a queue.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ndweave/ndweave.hpp"
#include "setting/memory.hpp"

namespace ndweave::testing {

struct access {
    slice where;
    bool writes;
};

using executable = command_graph<graph_state::executable>;

/// What commands find on the devices.
struct resources {
    memory_view memory;
    std::vector<executable> graphs;  // of graph_recipes
};

/// How a command is submitted, and what it depends on.
struct submission_form {
    bool shortcut = false;              // of the queue; then `behind` is empty
    std::vector<event> before, behind;  // named in front of the action, and behind it
};

class action {
public:
    virtual ~action() = default;

    virtual std::vector<access> accesses() const = 0;
    /// In plain C++, without ndweave.
    virtual void apply(const memory_view& model) const = 0;
    virtual event submit(queue&, const submission_form&, const resources&) const = 0;
    virtual std::string text() const = 0;

    /// The calling thread does it, without a queue: nothing to depend on events with.
    virtual bool on_host() const { return false; }
    /// It has ended when submit returns.
    virtual bool ends_at_once() const { return on_host(); }
};

using drawn_action = std::unique_ptr<const action>;

/// `act` gives a handler the action; `shortcut` is the same of a queue, behind the events that it is given.
template <class Act, class Shortcut>
event submit_as(queue& q, const submission_form& form, const Act& act, const Shortcut& shortcut) {
    if (form.shortcut) return shortcut(form.before);
    return q.submit([&](handler& h) {
        h.depends_on(form.before);
        act(h);
        h.depends_on(form.behind);
    });
}

/// The same of a kernel: the arguments of parallel_for, the first one apart.
template <class Space, class... Arguments>
event submit_kernel(queue& q, const submission_form& form, const Space& space, const Arguments&... arguments) {
    return submit_as(
        q, form, [&](handler& h) { h.parallel_for(space, arguments...); },
        [&](const std::vector<event>& after) { return q.parallel_for(space, after, arguments...); });
}

}  // namespace ndweave::testing

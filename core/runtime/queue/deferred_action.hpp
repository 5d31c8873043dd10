/// A command group's action, deferred to the end of the group: its dependencies may be named after it.
#pragma once

#include <cstddef>
#include <memory>
#include <variant>

#include "runtime/device/device_impl.hpp"
#include "runtime/graph/recorded_command.hpp"
#include "runtime/queue/host_task.hpp"

namespace ndweave::detail {

class executable_graph;
class queue_core;

class deferred_action {
public:
    /// Copies the functor, which is valid during the call only.
    void store(launch&&);
    void store(recorded_copy copy) { what_ = copy; }
    void store(recorded_fill fill) { what_ = std::move(fill); }
    void store(recorded_hint hint) { what_ = hint; }
    void store(std::shared_ptr<executable_graph> graph) { what_ = std::move(graph); }
    void store(host_function function) { what_ = std::move(function); }

    /// Submits the action, if there is one.
    void submit(queue_core&);

private:
    std::variant<std::monostate, launch, recorded_launch, recorded_copy, recorded_fill, recorded_hint,
                 std::shared_ptr<executable_graph>, host_function>
        what_;
    alignas(functor_alignment) std::byte functor_[512];  // of a launch; larger ones are recorded_launch
};

}  // namespace ndweave::detail

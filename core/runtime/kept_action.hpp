/// A command group's action, kept until the group has ended: what it waits for may be said behind it.
#pragma once

#include <cstddef>
#include <memory>
#include <variant>

#include "runtime/device_impl.hpp"
#include "runtime/recorded_command.hpp"

namespace ndweave::detail {

class executable_graph;
class queue_state;

class kept_action {
public:
    /// Copies the functor, which is the caller's for the call only.
    void keep(launch&&);
    void keep(recorded_copy copy) { what_ = copy; }
    void keep(recorded_fill fill) { what_ = std::move(fill); }
    void keep(std::shared_ptr<executable_graph> graph) { what_ = std::move(graph); }

    /// Submits what was kept, if anything.
    void submit(queue_state&);

private:
    std::variant<std::monostate, launch, recorded_launch, recorded_copy, recorded_fill,
                 std::shared_ptr<executable_graph>>
        what_;
    alignas(functor_alignment) std::byte functor_[512];  // of a launch; larger ones are recorded_launch
};

}  // namespace ndweave::detail

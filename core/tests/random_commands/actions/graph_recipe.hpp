/// What a graph is recorded from.
#pragma once

#include <string>
#include <vector>

#include "action.hpp"
#include "setting/setting.hpp"

namespace ndweave::testing {

class graph_recipe {
public:
    graph_recipe(std::size_t device, std::vector<drawn_action> actions)
        : device_(device), actions_(std::move(actions)) {}

    std::size_t device() const { return device_; }
    std::vector<access> accesses() const;
    void apply(const memory_view& model) const;
    std::string text() const;

    /// Recorded by queues of the device alternately; no other thread submits to them meanwhile.
    executable record(std::vector<queue> recorders, const resources&) const;

private:
    std::size_t device_;
    std::vector<drawn_action> actions_;
};

/// `thread` that is to run it.
graph_recipe draw_graph(random_source&, const setting&, std::size_t device, std::size_t thread);

}  // namespace ndweave::testing

// Graphs, recorded before all commands and run several times, or recorded for one run.
#include "actions.hpp"

namespace ndweave::testing {
namespace {

event run(queue& q, const submission_form& form, const executable& graph) {
    return submit_as(
        q, form, [&](handler& h) { h.ext_oneapi_graph(graph); },
        [&](const std::vector<event>& after) {
            return after.empty() ? q.ext_oneapi_graph(graph) : q.submit([&](handler& h) {
                h.depends_on(after);
                h.ext_oneapi_graph(graph);
            });
        });
}

class graph_run final : public action {
public:
    graph_run(std::size_t number, const graph_recipe& graph) : number_(number), graph_(graph) {}

    std::vector<access> accesses() const override { return graph_.accesses(); }
    void apply(const memory_view& model) const override { graph_.apply(model); }
    event submit(queue& q, const submission_form& form, const resources& r) const override {
        return run(q, form, r.graphs[number_]);
    }
    std::string text() const override { return "graph " + std::to_string(number_); }

private:
    std::size_t number_;
    const graph_recipe& graph_;
};

class recorded_run final : public action {
public:
    explicit recorded_run(graph_recipe graph) : graph_(std::move(graph)) {}

    std::vector<access> accesses() const override { return graph_.accesses(); }
    void apply(const memory_view& model) const override { graph_.apply(model); }
    event submit(queue& q, const submission_form& form, const resources& r) const override {
        const device here = q.get_device();
        return run(q, form, graph_.record({queue(here), queue(here)}, r));
    }
    std::string text() const override { return "a graph that is recorded for it:\n" + graph_.text(); }

private:
    graph_recipe graph_;
};

}  // namespace

drawn_action draw_graph_run(action_source& source, const std::vector<graph_recipe>& graphs) {
    if (source.random.chance(25)) {
        return std::make_unique<recorded_run>(draw_graph(source.random, source.has, source.device, source.thread));
    }
    std::vector<std::size_t> of_device;
    for (std::size_t n = 0; n < graphs.size(); ++n) {
        if (graphs[n].device() == source.device) of_device.push_back(n);
    }
    if (of_device.empty()) return nullptr;
    const std::size_t number = source.random.of(of_device);
    return std::make_unique<graph_run>(number, graphs[number]);
}

}  // namespace ndweave::testing

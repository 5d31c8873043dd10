#include "graph_recipe.hpp"

#include "actions.hpp"

namespace ndweave::testing {

std::vector<access> graph_recipe::accesses() const {
    std::vector<access> all;
    for (const drawn_action& a : actions_) {
        const auto some = a->accesses();
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

void graph_recipe::apply(const memory_view& model) const {
    for (const drawn_action& a : actions_) a->apply(model);
}

executable graph_recipe::record(std::vector<queue> recorders, const resources& r) const {
    command_graph graph(recorders.front());
    for (const queue& q : recorders) graph.begin_recording(q);
    event last;
    for (std::size_t n = 0; n < actions_.size(); ++n) {
        // What a recorded command depends on comes before it anyway.
        const submission_form form{n % 3 == 0, n % 3 == 1 ? std::vector<event>{last} : std::vector<event>(),
                                   n % 3 == 2 ? std::vector<event>{last} : std::vector<event>()};
        last = actions_[n]->submit(recorders[n % recorders.size()], form, r);
    }
    graph.end_recording();
    return graph.finalize();
}

std::string graph_recipe::text() const {
    std::string text;
    for (const drawn_action& a : actions_) text += "      " + a->text() + "\n";
    return text;
}

graph_recipe draw_graph(random_source& random, const setting& has, std::size_t device, std::size_t thread) {
    action_source source(random, has, device, thread, true);
    std::vector<drawn_action> actions;
    for (std::size_t n = random.between(1, 5); n != 0; --n) actions.push_back(draw_action(source, {}));
    return {device, std::move(actions)};
}

}  // namespace ndweave::testing

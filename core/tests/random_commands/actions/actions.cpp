#include "actions.hpp"

#include <numeric>

namespace ndweave::testing {
namespace {

struct action_kind {
    drawn_action (*draw)(action_source&);
    enum { kernel, command, alone } what;  // alone: no graph holds it
};

/// Graph runs have the last share.
constexpr action_kind every_kind[] = {
    {draw_basic_kernel, action_kind::kernel}, {draw_single_task, action_kind::kernel},
    {draw_group_kernel, action_kind::kernel}, {draw_atomic_kernel, action_kind::kernel},
    {draw_reduction, action_kind::kernel},    {draw_copy, action_kind::command},
    {draw_fill, action_kind::command},        {draw_staged_copy, action_kind::alone},
    {draw_host_access, action_kind::alone},   {draw_host_task, action_kind::alone},
    {draw_hint, action_kind::command},
};
constexpr std::size_t run_of_graph = std::size(every_kind);
static_assert(run_of_graph + 1 == action_kinds);

bool can_draw(const action_source& source, std::size_t kind) {
    if (kind == run_of_graph) return !source.recorded;
    if (every_kind[kind].what == action_kind::kernel) return source.has.devices[source.device].computes;
    return every_kind[kind].what == action_kind::command || !source.recorded;
}

drawn_action draw_kind(action_source& source, const std::vector<graph_recipe>& graphs) {
    std::array<unsigned, action_kinds> shares = source.has.shares;
    for (std::size_t kind = 0; kind < shares.size(); ++kind) {
        if (!can_draw(source, kind)) shares[kind] = 0;
    }
    const unsigned all = std::accumulate(shares.begin(), shares.end(), 0u);
    if (all == 0) return nullptr;
    std::size_t at = source.random.below(all), kind = 0;
    for (; at >= shares[kind]; ++kind) at -= shares[kind];
    return kind == run_of_graph ? draw_graph_run(source, graphs) : every_kind[kind].draw(source);
}

}  // namespace

drawn_action draw_action(action_source& source, const std::vector<graph_recipe>& graphs) {
    drawn_action made = draw_kind(source, graphs);
    return made ? std::move(made) : draw_fill(source);
}

std::string text_of(const slice& s) {
    return "a" + std::to_string(s.array) + "[" + std::to_string(s.begin) + ", " + std::to_string(s.end) + ")";
}

}  // namespace ndweave::testing

/// The actions that there are. Each is null where the arrays have no room for it, or the device cannot do it.
#pragma once

#include "action.hpp"
#include "action_source.hpp"
#include "graph_recipe.hpp"

namespace ndweave::testing {

drawn_action draw_single_task(action_source&);
drawn_action draw_basic_kernel(action_source&);
drawn_action draw_group_kernel(action_source&);
drawn_action draw_atomic_kernel(action_source&);
drawn_action draw_reduction(action_source&);
drawn_action draw_copy(action_source&);
/// By way of memory that is allocated for it and freed at once.
drawn_action draw_staged_copy(action_source&);
drawn_action draw_fill(action_source&);
drawn_action draw_hint(action_source&);
/// The host's own loop over an array.
drawn_action draw_host_access(action_source&);
drawn_action draw_host_task(action_source&);
/// Runs one of the device's graphs, or one that is recorded for it.
drawn_action draw_graph_run(action_source&, const std::vector<graph_recipe>& graphs);

/// Any of them, as often as the setting says; of those that a graph can hold where the source is to be recorded.
drawn_action draw_action(action_source&, const std::vector<graph_recipe>& graphs);

/// What they have to say of themselves: "a2[0, 16)", in bytes.
std::string text_of(const slice&);

}  // namespace ndweave::testing

/// The sweep over configurations, the same for every programming model that has them.
#pragma once

#include "app.hpp"
#include "docking.hpp"

namespace ndweave::apps::minibude {

/// Measures and verifies one configuration.
std::vector<result> measure(const context&, const deck&, docking&, int ppwi, int work_group);

/// Times the configurations that the run's `ppwi` and `wg` name, by size where they don't; measures and verifies the
/// fastest. The whole sweep stands in the row's notes.
std::vector<result> sweep_and_measure(const context&, const deck&, docking&, bool gpu);

}  // namespace ndweave::apps::minibude

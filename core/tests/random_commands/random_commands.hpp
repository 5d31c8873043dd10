/// The commands of a seed: what host threads submit to queues.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "actions/action.hpp"
#include "actions/graph_recipe.hpp"
#include "setting/setting.hpp"

namespace ndweave::testing {

inline constexpr std::size_t most_commands = 64;

struct command {
    std::size_t number;  // in the sequence that the seed draws
    std::size_t thread, queue;
    std::uint64_t seed;  // of how it is submitted
    drawn_action what;
};

struct random_commands {
    setting has;
    std::uint64_t content;  // seed of what the arrays hold before
    std::vector<graph_recipe> graphs;
    std::vector<command> commands;
};

/// How many the seed draws, on whatever devices.
std::size_t command_count(std::uint64_t seed);

/// The commands in the order in which they have to take effect as far as they touch the same memory.
random_commands draw_commands(std::uint64_t seed, const std::vector<device_setting>& devices, bool barriers);

}  // namespace ndweave::testing

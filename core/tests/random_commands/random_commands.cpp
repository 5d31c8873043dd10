#include "random_commands.hpp"

#include "actions/actions.hpp"

namespace ndweave::testing {
namespace {

std::size_t draw_count(random_source& random) { return random.between(3, most_commands); }

command draw_command(random_source& random, const setting& has, const std::vector<graph_recipe>& graphs,
                     std::size_t number) {
    command made{.number = number,
                 .thread = random.below(has.threads),
                 .queue = random.below(has.queues.size()),
                 .seed = random.seed(),
                 .what = nullptr};
    action_source source(random, has, has.queues[made.queue].device, made.thread, false);
    made.what = draw_action(source, graphs);
    return made;
}

}  // namespace

std::size_t command_count(std::uint64_t seed) {
    random_source random(seed);
    return draw_count(random);
}

random_commands draw_commands(std::uint64_t seed, const std::vector<device_setting>& devices, bool barriers) {
    random_source random(seed);
    const std::size_t count = draw_count(random);
    random_commands made{draw_setting(random, devices, barriers), random.seed(), {}, {}};
    for (std::size_t n = random.below(4); n != 0; --n) {
        made.graphs.push_back(
            draw_graph(random, made.has, random.of(made.has.queues).device, random.below(made.has.threads)));
    }
    for (std::size_t n = 0; n < count; ++n) {
        made.commands.push_back(draw_command(random, made.has, made.graphs, n));
    }
    return made;
}

}  // namespace ndweave::testing

#include "summary.hpp"

#include <span>

namespace ndweave::apps::cloverleaf {

summary summarize(queue& q, const fields& f) {
    const mesh m = f.grid;
    const level now = f.now.view();
    const device_array<summary> sums(q, 1);
    summary* const s = sums.get();
    const property::reduction::initialize_to_identity fresh;
    q.parallel_for<struct summarize_name>(
        m.cells(), reduction(&s->volume, plus<double>(), fresh), reduction(&s->mass, plus<double>(), fresh),
        reduction(&s->internal_energy, plus<double>(), fresh), reduction(&s->kinetic_energy, plus<double>(), fresh),
        [=](id<2> i, auto& volumes, auto& masses, auto& internal, auto& kinetic) {
            const place c(m, i);
            const auto square = [=](std::ptrdiff_t at) { return now.u[at] * now.u[at] + now.v[at] * now.v[at]; };
            const double speed2 =
                0.25 * (square(c.at) + square(c.at + 1) + square(c.at + m.pitch) + square(c.at + m.pitch + 1));
            const double volume = m.volume(c.column, c.row), mass = volume * now.density[c.at];
            volumes += volume;
            masses += mass;
            internal += mass * now.energy[c.at];
            kinetic += 0.5 * mass * speed2;
        });
    summary total = sums.to_host().front();
    f.world.all_reduce(std::span(&total.volume, sizeof total / sizeof(double)), partition::combine::sum);
    return total;
}

}  // namespace ndweave::apps::cloverleaf

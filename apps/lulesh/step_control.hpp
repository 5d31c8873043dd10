/// What steers the time step. It lives on the device, so that a step needs no answer from the host (LLNL-TR-490254,
/// 1.4.1 and 1.6).
#pragma once

#include <bit>
#include <cstdint>

namespace ndweave::apps::lulesh {

/// A bound on the time step as a bit pattern: positive doubles and their patterns order alike, negative ones come
/// before them, and a minimum of integers vectorizes and is an atomic operation of every device.
using bound = std::int64_t;
inline constexpr double unbounded = 1e20;  // seconds
inline bound bound_of(double seconds) { return std::bit_cast<bound>(seconds); }
inline double seconds_of(bound b) { return std::bit_cast<double>(b); }

struct step_control {
    double time, step;     // seconds
    bound courant, hydro;  // least over the elements in this step; negative: an element's volume or viscosity is bad
    double stop_time;
    std::int32_t cycle, last_cycle;
    std::int32_t finished;  // 1: time or cycles used up; 2: bad element
    std::int32_t unused;
};

/// The state that the end of a step leads to: whether there is another one.
inline std::int32_t finished_after(const step_control& c) {
    if (c.finished != 0) return c.finished;
    if (c.courant < 0 || c.hydro < 0) return 2;
    return c.time >= c.stop_time || c.cycle >= c.last_cycle ? 1 : 0;
}

/// Chooses the next step from the last constraints: it grows by at most a fifth, not at all for less than a tenth, and
/// the last two steps share what is left of the time. Once finished, nothing changes any more.
inline step_control next_step(step_control c) {
    c.finished = finished_after(c);
    if (c.finished != 0) return c;
    if (c.cycle != 0) {
        const double courant = seconds_of(c.courant), hydro = seconds_of(c.hydro);
        double wanted = unbounded;
        if (courant < wanted) wanted = courant / 2;
        if (hydro < wanted) wanted = hydro * 2 / 3;
        const double ratio = wanted / c.step;
        if (ratio >= 1) wanted = ratio < 1.1 ? c.step : ratio > 1.2 ? c.step * 1.2 : wanted;
        c.step = wanted > 1e-2 ? 1e-2 : wanted;
    }
    double left = c.stop_time - c.time;
    if (left > c.step && left < 4 * c.step / 3) left = 2 * c.step / 3;
    if (left < c.step) c.step = left;
    c.time += c.step;
    ++c.cycle;
    c.courant = c.hydro = bound_of(unbounded);
    return c;
}

}  // namespace ndweave::apps::lulesh

/// The gamma-law gas of the Sedov problem and its energy update with artificial viscosity (LLNL-TR-490254, 1.5.2
/// to 1.5.4).
#pragma once

#include <cmath>

namespace ndweave::apps::lulesh {

/// Cut-offs and limits, as the proxy app sets them.
struct material {
    static constexpr double energy_cut = 1e-7, pressure_cut = 1e-7, viscosity_cut = 1e-7;
    static constexpr double min_energy = -1e15, min_pressure = 0, min_volume = 1e-9, largest_volume = 1e9;
    static constexpr double reference_density = 1, c1s = 2.0 / 3.0;
};

struct thermodynamic_state {
    double energy, pressure, viscosity;
};

inline double pressure_of(double energy, double compression, double volume) {
    double p = material::c1s * (compression + 1) * energy;
    if (std::fabs(p) < material::pressure_cut) p = 0;
    if (volume >= material::largest_volume) p = 0;
    return p < material::min_pressure ? material::min_pressure : p;
}

inline double sound_speed(double energy, double pressure, double compression, double volume) {
    const double square = (material::c1s * energy + volume * volume * (material::c1s * (compression + 1)) * pressure) /
                          material::reference_density;
    return square <= 0.1111111e-36 ? 0.3333333e-18 : std::sqrt(square);
}

/// One step's change by a relative volume change of `change`, to the relative volume `volume`; `linear` and `quadratic`
/// are the viscosity's terms.
inline thermodynamic_state advance(const thermodynamic_state& old, double volume, double change, double linear,
                                   double quadratic) {
    double compression = 1 / volume - 1;
    const double half_volume = volume - 0.5 * change;
    double half_compression = 1 / half_volume - 1;
    double old_pressure = old.pressure;
    if (volume <= material::min_volume) half_compression = compression;
    if (volume >= material::largest_volume) {
        old_pressure = 0;
        compression = 0;
        half_compression = 0;
    }
    const auto clamped = [](double e) { return e < material::min_energy ? material::min_energy : e; };
    const auto cut = [](double e) { return std::fabs(e) < material::energy_cut ? 0.0 : e; };
    const auto viscosity = [&](double e, double p, double c, double v) {
        return change > 0 ? 0.0 : sound_speed(e, p, c, v) * linear + quadratic;
    };
    double e = clamped(old.energy - 0.5 * change * (old_pressure + old.viscosity));
    const double half_pressure = pressure_of(e, half_compression, volume);
    double q = viscosity(e, half_pressure, half_compression, 1 / (1 + half_compression));
    e += 0.5 * change * (3 * (old_pressure + old.viscosity) - 4 * (half_pressure + q));
    e = clamped(cut(e));
    double p = pressure_of(e, compression, volume);
    const double q_tilde = viscosity(e, p, compression, volume);
    e -= (7 * (old_pressure + old.viscosity) - 8 * (half_pressure + q) + (p + q_tilde)) * change * (1.0 / 6.0);
    e = clamped(cut(e));
    p = pressure_of(e, compression, volume);
    if (change <= 0) {
        q = viscosity(e, p, compression, volume);
        if (std::fabs(q) < material::viscosity_cut) q = 0;
    }
    return {e, p, q};
}

}  // namespace ndweave::apps::lulesh

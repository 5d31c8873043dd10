#include "verify.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "relative_check.hpp"

namespace ndweave::apps::lulesh {
namespace {

struct known {
    int edge;
    std::int64_t cycles;
    bool cut_short;
    double origin_energy;
};

/// Measured with the serial reference program, version 2.0.3; from s = 45 with LLNL's CUDA program.
constexpr known table[] = {{3, 23, false, 4001.337895665138},     {5, 72, false, 7853.665102145845},
                           {10, 231, false, 27205.31168470347},   {15, 400, false, 57028.93793328406},
                           {30, 932, false, 202507.47850719938},  {30, 50, true, 2188294.852994805},
                           {45, 1477, false, 423487.5113400563},  {60, 2031, false, 713070.2790293767},
                           {90, 3145, false, 1482403.111420602},  {100, 3517, false, 1791828.010712487},
                           {120, 4264, false, 2489232.349669816}, {150, 5382, false, 3719550.720941511}};

}  // namespace

symmetry_report symmetry_of(const std::vector<double>& energies, int edge) {
    symmetry_report s;
    const auto n = static_cast<std::size_t>(edge);
    for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t k = j + 1; k < n; ++k) {
            const double a = energies[j * n + k], b = energies[k * n + j], difference = std::fabs(a - b);
            s.total_absolute += difference;
            if (!(difference <= s.largest_absolute)) s.largest_absolute = difference;
            const double relative = b != 0 ? difference / std::fabs(b) : 0;
            if (!(relative <= s.largest_relative)) s.largest_relative = relative;
        }
    }
    return s;
}

verification verify(const context& run, int edge, std::int64_t cycles, bool cut_short,
                    const std::vector<double>& energies) {
    const symmetry_report s = symmetry_of(energies, edge);
    verification v{true, false, "largest relative difference across the plane of symmetry", s.largest_relative,
                   0,    1e-8};
    v.passed = v.value <= v.tolerance;
    if (!v.passed) return v;
    const auto found = std::ranges::find_if(table, [&](const known& k) {
        return k.edge == edge && k.cut_short == cut_short && (!cut_short || k.cycles == cycles);
    });
    std::optional<double> expected;
    if (found != std::end(table)) {
        if (found->cycles != cycles) {
            return {true, false, "time steps", static_cast<double>(cycles), static_cast<double>(found->cycles), 0};
        }
        expected = found->origin_energy;
    }
    if (run.params.has("expect")) expected = run.params.real("expect", 0);
    if (!expected) return v;
    return check_relative("origin energy", energies[0], *expected, 1e-8);
}

}  // namespace ndweave::apps::lulesh

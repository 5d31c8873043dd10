#include "predict/format.hpp"

#include <array>
#include <cstdio>

#include "text/short_number.hpp"

namespace ndweave::harness {

namespace {

std::string by_axes(const grid_cells& cells, int dimensions) {
    std::string text;
    for (int axis = 0; axis < dimensions; ++axis)
        text += (axis ? " x " : "") + std::to_string(cells[static_cast<std::size_t>(axis)]);
    return text;
}

std::string percent(double part) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f %%", 100 * part);
    return text;
}

/// Of weak scaling every rank has its part of the work anyway.
double efficiency_of(const prediction& base, const prediction& p, bool weak) {
    return weak ? base.seconds() / p.seconds() : efficiency(base, p);
}

/// Measured over the whole problem; nothing for weak scaling, whose problems differ.
const double* measured(const scaling_study& s, const prediction& p, bool weak) {
    const auto found = s.of_ranks.find(p.ranks);
    return weak || found == s.of_ranks.end() ? nullptr : &found->second;
}

using line = std::array<std::string, 11>;

}  // namespace

std::string prediction_table(const scaling_study& s, const std::vector<prediction>& all, bool weak) {
    std::vector<line> lines = {{"ranks", "parts", "cells of a rank", "s of a round", "computing", "ghosts",
                                "reductions", "waiting", "efficiency", "measured", "off by"}};
    for (const prediction& p : all) {
        line l{std::to_string(p.ranks),
               by_axes(p.parts, s.model.dimensions),
               std::to_string(p.most_cells),
               short_number(p.seconds()),
               percent(p.compute / p.seconds()),
               percent(p.halo / p.seconds()),
               percent(p.reduction / p.seconds()),
               percent(p.waiting / p.seconds()),
               percent(efficiency_of(all.front(), p, weak)),
               "-",
               "-"};
        if (const double* seconds = measured(s, p, weak)) {
            l[9] = short_number(*seconds);
            l[10] = percent(p.seconds() / *seconds - 1);
        }
        lines.push_back(l);
    }
    std::array<std::size_t, std::tuple_size_v<line>> widths{};
    for (const line& l : lines) {
        for (std::size_t c = 0; c < l.size(); ++c) widths[c] = std::max(widths[c], l[c].size());
    }
    std::string text = s.app + ", " + s.kernel + " on " + s.backend + ", " + by_axes(s.cells, s.model.dimensions) +
                       " cells" + (weak ? " for each rank\n" : "\n");
    for (const line& l : lines) {
        for (std::size_t c = 0; c < l.size(); ++c)
            text += std::string(widths[c] - l[c].size() + (c ? 2 : 0), ' ') + l[c];
        text += '\n';
    }
    const auto last = all.back().ranks;
    if (weak) return text;
    const scaling_end end = end_of_scaling(all);
    text += end.half_efficient == last ? "half efficient to the end of the list\n"
                                       : "half efficient up to " + std::to_string(end.half_efficient) + " ranks\n";
    text += "fastest with " + std::to_string(end.fastest) + " ranks" +
            (end.fastest == last ? ", the end of the list\n" : "\n");
    return text;
}

json prediction_json(const scaling_study& s, const std::vector<prediction>& all, bool weak) {
    json points = json::array();
    for (const prediction& p : all) {
        json one = {
            {"ranks", p.ranks},         {"parts", p.parts},     {"most_cells", p.most_cells},
            {"seconds", p.seconds()},   {"compute", p.compute}, {"halo", p.halo},
            {"reduction", p.reduction}, {"waiting", p.waiting}, {"efficiency", efficiency_of(all.front(), p, weak)}};
        if (const double* seconds = measured(s, p, weak)) one["measured"] = *seconds;
        points.push_back(std::move(one));
    }
    json whole = {{"app", s.app},
                  {"kernel", s.kernel},
                  {"backend", s.backend},
                  {"cells", s.cells},
                  {"rounds", s.rounds},
                  {"weak", weak},
                  {"predictions", std::move(points)}};
    if (!weak) {
        const scaling_end end = end_of_scaling(all);
        whole["half_efficient_ranks"] = end.half_efficient;
        whole["fastest_ranks"] = end.fastest;
    }
    return whole;
}

}  // namespace ndweave::harness

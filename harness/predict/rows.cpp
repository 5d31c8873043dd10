#include "predict/rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <set>
#include <sstream>
#include <tuple>

#include "app.hpp"
#include "statistics/largest.hpp"
#include "statistics/median.hpp"

namespace ndweave::harness {

namespace {

using chosen_rows = std::vector<const record*>;

int ranks_of(const record& row) { return row.ranks.value_or(1); }

std::string note_of(const record& row, const std::string& name) {
    if (!row.notes) return "";
    const auto found = row.notes->find(name);
    return found == row.notes->end() ? "" : found->second;
}
double number_of(const record& row, const std::string& name) {
    const std::string text = note_of(row, name);
    return text.empty() ? 0 : std::strtod(text.c_str(), nullptr);
}

/// "x x y" or "x x y x z": the last axis varies slowest. Empty where the row does not tell.
std::vector<std::int64_t> cells_of(const record& row) {
    std::istringstream text(note_of(row, "cells"));
    std::vector<std::int64_t> cells;
    char by = 0;
    for (std::int64_t n = 0; text >> n; text >> by) cells.push_back(n);
    std::ranges::reverse(cells);
    return cells;
}
grid_cells padded(const std::vector<std::int64_t>& cells) {
    grid_cells all{1, 1, 1};
    std::copy_n(cells.begin(), std::min(cells.size(), all.size()), all.begin());
    return all;
}
double product(const grid_cells& cells) {
    return static_cast<double>(cells[0]) * static_cast<double>(cells[1]) * static_cast<double>(cells[2]);
}

/// Iterations of all steps where a solver's are told, else time steps.
double rounds_of(const record& row) {
    std::istringstream text(note_of(row, "iterations"));
    double all = 0;
    for (double n = 0; text >> n;) all += n;
    return all > 0 ? all : number_of(row, "steps");
}
double seconds_of_round(const record& row) { return row_seconds(row) / rounds_of(row); }

chosen_rows with(const std::vector<record>& rows, const std::function<bool(const record&)>& wanted) {
    chosen_rows found;
    for (const record& row : rows) {
        if (has_figure(row) && row.statistics && wanted(row)) found.push_back(&row);
    }
    return found;
}

/// The name that is asked for, or the only one that the rows have.
std::string only_one(const chosen_rows& rows, const std::string& wanted, std::string record::* member,
                     const std::string& what) {
    if (!wanted.empty()) return wanted;
    std::set<std::string> names;
    for (const record* row : rows) names.insert(row->*member);
    if (names.size() == 1) return *names.begin();
    std::string all;
    for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
    if (names.empty()) throw apps::usage_error("no row has cells and a time: predict takes results of apps with ranks");
    throw apps::usage_error("which " + what + "? The rows have " + all + ": name one with --" + what);
}

curve curve_of(const chosen_rows& rows, const std::function<double(const record&)>& size) {
    std::vector<curve::point> points;
    for (const record* row : rows) points.push_back({size(*row), row_seconds(*row)});
    return curve(std::move(points));
}

/// Of rows of `peaks`; nothing where they lack a part.
std::optional<link_times> links_of(const chosen_rows& peaks) {
    const auto named = [&](const std::string& name) {
        chosen_rows found;
        std::ranges::copy_if(peaks, std::back_inserter(found),
                             [&](const record* row) { return row->kernel.starts_with(name); });
        return found;
    };
    // With the fewest ranks: two have one neighbour each.
    const auto of_fewest = [](chosen_rows rows) {
        int fewest = 1 << 30;
        for (const record* row : rows) fewest = std::min(fewest, ranks_of(*row));
        std::erase_if(rows, [&](const record* row) { return ranks_of(*row) != fewest; });
        return rows;
    };
    const chosen_rows halos = of_fewest(named("halo_")), messages = of_fewest(named("message_")),
                      reductions = named("all_reduce_latency");
    if (halos.empty() || messages.empty() || reductions.empty()) return std::nullopt;
    const auto bytes = [](const record& row) { return std::max(number_of(row, "bytes_a_message"), 1.0); };
    return link_times{curve_of(halos, bytes), curve_of(messages, bytes),
                      curve_of(reductions, [](const record& row) { return std::log2(ranks_of(row)); })};
}

/// The run with the fewest ranks that have neighbours of every kind, else that with most; of equals one of `cells`.
const record& example_of(const chosen_rows& divided, const std::string& app, const grid_cells& cells) {
    const record* found = nullptr;
    for (const record* row : divided) {
        if (note_of(*row, "exchanges").empty()) continue;
        const int every_kind = 1 << cells_of(*row).size();
        const auto fitness = [&](const record& r) {  // greater is better
            const int ranks = ranks_of(r);
            return std::tuple(ranks >= every_kind, ranks >= every_kind ? -ranks : ranks, padded(cells_of(r)) == cells);
        };
        if (!found || fitness(*row) > fitness(*found)) found = row;
    }
    if (!found) {
        throw apps::usage_error(
            "no row of " + app +
            " tells what ranks exchange: run it once with --ranks 4 (8 where cells have three axes)");
    }
    return *found;
}

measured_traffic traffic_of(const record& row) {
    const double rounds = rounds_of(row);
    const auto of_round = [&](const char* name) { return number_of(row, name) / rounds; };
    return {padded(cells_of(row)),
            ranks_of(row),
            of_round("exchanges"),
            of_round("messages_of_a_rank"),
            of_round("bytes_sent_by_a_rank"),
            of_round("reductions")};
}

/// The row with `cells`, else with most.
const record& problem_of(const chosen_rows& alone, const std::string& cells) {
    const record* found = nullptr;
    for (const record* row : alone) {
        if (!cells.empty() && note_of(*row, "cells") != cells) continue;
        if (!found || product(padded(cells_of(*row))) > product(padded(cells_of(*found)))) found = row;
    }
    if (!found) throw apps::usage_error("no row of one process has '" + cells + "' cells");
    return *found;
}

/// Whether the row's ranks shared no more than the model takes them to share.
bool has_its_devices(const record& row, int ranks_of_a_machine) {
    const int ranks = ranks_of(row), sharing = std::min(ranks, ranks_of_a_machine);
    return row.devices.value_or(1) * sharing >= ranks;
}

/// Whether each rank had a processor at least, as far as the row tells.
bool has_its_processors(const record& row) {
    if (!row.machine || !row.machine->before.is_object()) return true;
    const int processors = row.machine->before.value("usable_cpus", ranks_of(row));
    return processors * row.nodes.value_or(1) >= ranks_of(row);
}

/// From how much longer than the model says a run took whose ranks had devices or processors of their own.
double spread_of(const record& row, const scaling_model& m) {
    if (!has_its_devices(row, m.ranks_of_a_machine) || !has_its_processors(row)) return 0;
    const prediction p = predict(m, padded(cells_of(row)), ranks_of(row));
    return std::max(seconds_of_round(row) / p.seconds() - 1, 0.0) / expected_largest(ranks_of(row));
}

}  // namespace

scaling_study study(const std::vector<record>& rows, const row_choice& choice) {
    const auto of_app = [&](const record& row) { return !cells_of(row).empty() && rounds_of(row) > 0; };
    const std::string app = only_one(with(rows, of_app), choice.app, &record::app, "app");
    const auto of_this = [&](const record& row) { return of_app(row) && row.app == app; };
    const std::string kernel = only_one(with(rows, of_this), choice.kernel, &record::kernel, "kernel");
    const std::string backend = only_one(with(rows, of_this), choice.backend, &record::backend, "backend");
    const auto of_all = [&](const record& row) {
        return of_this(row) && row.kernel == kernel && row.backend == backend;
    };

    const chosen_rows alone = with(rows, [&](const record& row) { return of_all(row) && ranks_of(row) == 1; }),
                      divided = with(rows, [&](const record& row) { return of_all(row) && ranks_of(row) > 1; });
    if (alone.empty()) {
        throw apps::usage_error(
            "no row of " + app + ", " + kernel + " on " + backend +
            " is of one process: run it with --ranks 1, in the size to predict and in smaller ones");
    }
    const auto links = [&](bool between) {
        return links_of(with(rows, [&](const record& row) {
            return row.app == "peaks" && row.backend == backend && ranks_of(row) > 1 &&
                   (row.nodes.value_or(1) > 1) == between;
        }));
    };
    const std::optional<link_times> within = links(false), between = links(true);
    if (!within && !between) {
        throw apps::usage_error("no rows tell what messages cost: harness run --app peaks --backend " + backend +
                                " --ranks 2");
    }
    const record& problem = problem_of(alone, choice.cells);
    std::vector<curve::point> compute;
    for (const record* row : alone) compute.push_back({product(padded(cells_of(*row))), seconds_of_round(*row)});
    const record& example = example_of(divided, app, padded(cells_of(problem)));
    scaling_study s{app,
                    kernel,
                    backend,
                    {static_cast<int>(cells_of(problem).size()), curve(std::move(compute)), choice.ranks_of_a_machine,
                     traffic_of(example), within ? *within : *between, between},
                    padded(cells_of(problem)),
                    rounds_of(problem),
                    {}};
    s.model.spread = spread_of(example, s.model);
    std::map<int, std::vector<double>> measured;
    for (const chosen_rows* some : {&alone, &divided}) {
        for (const record* row : *some) {
            if (padded(cells_of(*row)) == s.cells && has_its_devices(*row, choice.ranks_of_a_machine))
                measured[ranks_of(*row)].push_back(seconds_of_round(*row));
        }
    }
    for (auto& [ranks, seconds] : measured) s.of_ranks[ranks] = median(std::move(seconds));
    return s;
}

}  // namespace ndweave::harness

#include "problem.hpp"

#include <algorithm>
#include <map>

namespace ndweave::apps::cloverleaf {
namespace {

/// Words of upstream's decks that change how its own programs run or report, not the problem.
bool is_ignored(const std::string& key) {
    constexpr const char* words[] = {"profiler_on",       "visit_frequency", "summary_frequency",  "tiles_per_chunk",
                                     "tiles_per_problem", "use_c_kernels",   "use_fortran_kernels"};
    return std::ranges::find(words, key) != std::end(words);
}

/// Hot, dense gas in the corner of a box of thin, cool gas; `cells` a side, `steps` at most.
std::string standard_deck(const std::string& cells_and_end) {
    return R"(*clover
state 1 density=0.2 energy=1.0
state 2 density=1.0 energy=2.5 geometry=rectangle xmin=0.0 xmax=5.0 ymin=0.0 ymax=2.0
xmin=0.0
ymin=0.0
xmax=10.0
ymax=10.0
initial_timestep=0.04
timestep_rise=1.5
max_timestep=0.04
)" + cells_and_end +
           "\n*endclover\n";
}

std::string deck_of_size(const std::string& size) {
    if (size == "small") return standard_deck("x_cells=10\ny_cells=2\nymax=2.0\nend_time=3.0\ntest_problem 1");
    if (size == "medium") return standard_deck("x_cells=960\ny_cells=960\nend_step=87\ntest_problem 2");
    if (size == "large") return standard_deck("x_cells=3840\ny_cells=3840\nend_time=0.55\nend_step=87\ntest_problem 4");
    return standard_deck("x_cells=7680\ny_cells=7680\nend_time=0.5\nend_step=300");
}

bool take_number(const leaf_deck& deck, const deck_line& line, problem& p) {
    const std::map<std::string, double*> positive{{"initial_timestep", &p.first_step},
                                                  {"max_timestep", &p.largest_step},
                                                  {"timestep_rise", &p.rise},
                                                  {"end_time", &p.end_time}};
    const auto found = positive.find(line.words.front());
    if (found == positive.end()) return false;
    *found->second = deck.real(line, 0);
    if (*found->second <= 0) deck.fail(line, found->first + " must be positive");
    return true;
}

}  // namespace

problem parse_problem(const leaf_deck& deck) {
    problem p;
    p.grid.x_max = p.grid.y_max = 0;
    for (const deck_line& line : deck.lines()) {
        const std::string& key = line.words.front();
        if (take_state(deck, line, p.states) || p.grid.take(deck, line) || take_number(deck, line, p) ||
            is_ignored(key))
            continue;
        if (key == "end_step")
            p.end_step = deck.integer(line, 0, 1, 1 << 30);
        else if (key == "test_problem")
            p.test_problem = static_cast<int>(deck.integer(line, 0, 0, 1 << 30));
        else
            deck.fail(line, "'" + key + "' is not known here");
    }
    check_complete(deck, p.grid, p.states);
    return p;
}

problem make_problem(const context& run) {
    problem p = parse_problem(run.params.has("deck") ? leaf_deck::from_file(run.params.text("deck", ""), "clover")
                                                     : leaf_deck(deck_of_size(run.size), "(built in)", "clover"));
    p.is_paper = run.size == "paper" && !run.params.has("deck");
    for (const char* changed : {"cells_x", "cells_y", "steps"}) {
        if (!run.params.has(changed)) continue;
        p.test_problem = 0;
        p.is_paper = false;
    }
    p.grid.x_cells = run.params.integer("cells_x", p.grid.x_cells, 1, 1 << 16);
    p.grid.y_cells = run.params.integer("cells_y", p.grid.y_cells, 1, 1 << 16);
    p.end_step = run.params.integer("steps", p.end_step, 1, 1 << 30);
    return p;
}

std::optional<double> known_kinetic_energy(const problem& p) {
    constexpr double energies[] = {1.82280367310258, 1.19316898756307, 2.58984003503994, 0.307475452287895,
                                   4.85350315783719};
    if (p.is_paper) return 0.5337321;
    if (p.test_problem < 1 || p.test_problem > static_cast<int>(std::size(energies))) return std::nullopt;
    return energies[p.test_problem - 1];
}

tolerances tolerances_of(const problem& p) {
    switch (p.test_problem) {
        case 1:
        case 2:
        case 4:
            return {1e-5, 1e-9};
        case 3:
            return {1e-3, 1e-3};
        case 5:
            return {1e-5, 1e-5};
        default:
            return {1e-5, 1e-3};
    }
}

}  // namespace ndweave::apps::cloverleaf

#include "problem.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace ndweave::apps::tealeaf {
namespace {

const std::map<std::string, solver>& solvers() {
    static const std::map<std::string, solver> by_name{
        {"cg", solver::cg}, {"jacobi", solver::jacobi}, {"chebyshev", solver::chebyshev}, {"ppcg", solver::ppcg}};
    return by_name;
}

struct shape {
    std::int64_t cells, steps;
};

shape shape_of_size(const std::string& size) {
    if (size == "small") return {64, 1};
    if (size == "medium") return {512, 20};
    return {1024, 20};
}

bool take_solver(const std::string& key, problem& p) {
    if (!key.starts_with("use_")) return false;
    const auto found = solvers().find(key.substr(4));
    if (found != solvers().end()) p.method = found->second;
    return found != solvers().end();
}

/// Words of upstream's decks that change how its own programs run, not the problem.
bool is_ignored(const std::string& key) {
    constexpr const char* words[] = {"test_problem",      "profiler_on",  "use_c_kernels", "use_fortran_kernels",
                                     "summary_frequency", "check_result", "halo_depth",    "num_chunks_per_rank",
                                     "visit_frequency",   "verbose_on"};
    return std::ranges::find(words, key) != std::end(words);
}

problem parse(const leaf_deck& deck) {
    problem p;
    p.grid.x_max = p.grid.y_max = 100;
    for (const deck_line& line : deck.lines()) {
        const std::string& key = line.words.front();
        if (take_state(deck, line, p.states) || p.grid.take(deck, line) || take_solver(key, p) || is_ignored(key))
            continue;
        if (key == "initial_timestep")
            p.time_step = deck.real(line, 0);
        else if (key == "end_time")
            p.end_time = deck.real(line, 0);
        else if (key == "end_step")
            p.end_step = deck.integer(line, 0, 1, 1 << 30);
        else if (key == "max_iters")
            p.max_iterations = deck.integer(line, 0, 1, 10000000);
        else if (key == "eps")
            p.tolerance = deck.real(line, 0);
        else if (key == "presteps")
            p.cg_steps = deck.integer(line, 0, 2, 100000);
        else if (key == "ppcg_inner_steps")
            p.inner_steps = deck.integer(line, 0, 1, 10000);
        else if (key == "coefficient_density")
            p.conductivity = coefficient::density;
        else if (key == "coefficient_inverse_density")
            p.conductivity = coefficient::inverse_density;
        else
            deck.fail(line, "'" + key + "' is not known here");
        if (p.time_step <= 0 || p.tolerance <= 0 || p.end_time <= 0) deck.fail(line, key + " must be positive");
    }
    check_complete(deck, p.grid, p.states);
    return p;
}

const problem& standard_problem() {
    static const problem p = parse(leaf_deck(standard_deck, "(built in)", "tea"));
    return p;
}

}  // namespace

const char* const standard_deck = R"(*tea
state 1 density=100.0 energy=0.0001
state 2 density=0.1 energy=25.0 geometry=rectangle xmin=0.0 xmax=1.0 ymin=1.0 ymax=2.0
state 3 density=0.1 energy=0.1 geometry=rectangle xmin=1.0 xmax=6.0 ymin=1.0 ymax=2.0
state 4 density=0.1 energy=0.1 geometry=rectangle xmin=5.0 xmax=6.0 ymin=1.0 ymax=8.0
state 5 density=0.1 energy=0.1 geometry=rectangle xmin=5.0 xmax=10.0 ymin=7.0 ymax=8.0
xmin=0.0
ymin=0.0
xmax=10.0
ymax=10.0
initial_timestep=0.004
end_step=10
max_iters=10000
eps 1.0e-15
use_cg
*endtea
)";

std::int64_t problem::steps() const {
    return std::min(end_step, static_cast<std::int64_t>(std::ceil(end_time / time_step - 1e-9)));
}

problem make_problem(const context& run) {
    const bool own = run.params.has("deck");
    problem p = own ? parse(leaf_deck::from_file(run.params.text("deck", ""), "tea")) : standard_problem();
    const shape standard = own ? shape{0, p.end_step} : shape_of_size(run.size);
    if (!own || run.params.has("cells")) {
        p.grid.x_cells = p.grid.y_cells = run.params.integer("cells", standard.cells, 2, 1 << 16);
    }
    p.end_step = run.params.integer("steps", standard.steps, 1, 1 << 30);
    if (run.params.has("solver")) {
        std::vector<std::string> names;
        for (const auto& [name, unused] : solvers()) names.push_back(name);
        p.method = solvers().at(run.params.choice("solver", "cg", names));
    }
    return p;
}

std::optional<known_answer> known(const problem& p) {
    struct entry {
        std::int64_t cells, steps;
        known_answer answer;
    };
    constexpr entry table[] = {
        {64, 1, {108.4697720003111, 0}},   {512, 20, {103.4697091898282, 8699}}, {1000, 2, {91.61051549004094, 0}},
        {1000, 4, {93.48844542172745, 0}}, {1000, 10, {97.27733205075556, 0}},   {1024, 20, {101.21009326834, 18051}},
        {2000, 2, {90.10618606381739, 0}}, {2000, 10, {96.05026999605091, 0}},   {4096, 1, {87.89826115915487, 0}}};
    const problem& standard = standard_problem();
    const auto same_state = [](const material_state& a, const material_state& b) {
        return a.density == b.density && a.energy == b.energy && a.shape == b.shape && a.x_min == b.x_min &&
               a.x_max == b.x_max && a.y_min == b.y_min && a.y_max == b.y_max;
    };
    if (!std::ranges::equal(p.states, standard.states, same_state) || p.time_step != standard.time_step ||
        p.conductivity != standard.conductivity || p.grid.x_max != 10 || p.grid.y_max != 10 || p.grid.x_min != 0 ||
        p.grid.y_min != 0 || p.grid.x_cells != p.grid.y_cells) {
        return std::nullopt;
    }
    const auto found =
        std::ranges::find_if(table, [&](const entry& e) { return e.cells == p.grid.x_cells && e.steps == p.steps(); });
    return found == std::end(table) ? std::nullopt : std::optional(found->answer);
}

const char* name_of(solver method) {
    for (const auto& [name, value] : solvers()) {
        if (value == method) return name.c_str();
    }
    return "";
}

}  // namespace ndweave::apps::tealeaf

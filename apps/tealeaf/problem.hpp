/// A heat-conduction problem: a deck, and the numbers it should give.
#pragma once

#include <optional>
#include <vector>

#include "leaf_deck.hpp"

namespace ndweave::apps::tealeaf {

enum class solver { cg, jacobi, chebyshev, ppcg };
enum class coefficient { density, inverse_density };

struct problem {
    uniform_grid grid;
    std::vector<material_state> states;
    double time_step = 0.1, end_time = 10;
    std::int64_t end_step = 1 << 30;
    std::int64_t max_iterations = 10000;
    double tolerance = 1e-15;
    std::int64_t cg_steps = 30;     // before Chebyshev and PPCG, for the eigenvalues
    std::int64_t inner_steps = 10;  // of PPCG
    solver method = solver::cg;
    coefficient conductivity = coefficient::density;
    std::int64_t steps() const;
};

/// The standard benchmark, the "crooked pipe": a dense, cold block crossed by a light pipe whose mouth is hot.
extern const char* const standard_deck;

/// The deck and overrides of a run's parameters (`deck`, `solver`, `cells`, `steps`); the standard benchmark, sized by
/// the run, where there is no deck.
problem make_problem(const context&);

/// What the standard benchmark must give, published with the mini-app or measured with it.
struct known_answer {
    double temperature;          // mass-weighted sum at the end
    std::int64_t cg_iterations;  // of all steps together, with eps 1e-15; 0: not known
};
std::optional<known_answer> known(const problem&);

const char* name_of(solver);

}  // namespace ndweave::apps::tealeaf

/// What rows of results say about an app, for the model of predict/model.hpp.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "predict/model.hpp"
#include "record/record.hpp"

namespace ndweave::harness {

/// Which rows. Empty: those of the only one that is there.
struct row_choice {
    std::string app, kernel, backend;
    std::string cells = {};  // as the rows' note has them; empty: the most that one process ran
    int ranks_of_a_machine = 1;
};

/// A problem that one process ran, and all that is known of it.
struct scaling_study {
    std::string app, kernel, backend;
    scaling_model model;
    grid_cells cells;                // axis 0 varies slowest, as in partition::grid
    double rounds;                   // time steps, or iterations of a solver, of a run
    std::map<int, double> of_ranks;  // measured seconds of a round; the model knows that of one rank alone
};

/// Throws apps::usage_error where rows are missing, with what to run.
scaling_study study(const std::vector<record>& rows, const row_choice&);

}  // namespace ndweave::harness

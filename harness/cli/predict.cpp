#include <algorithm>
#include <cstdio>

#include "app.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/output_place.hpp"
#include "cli/result_rows.hpp"
#include "ndweave/exception.hpp"
#include "predict/format.hpp"
#include "system/files.hpp"

namespace ndweave::harness {

namespace {

struct predict_options {
    std::vector<std::string> files;
    row_choice rows;
    std::vector<int> ranks;
    bool weak = false;
    std::string json_file;
};

std::vector<record> rows_of_all(const std::vector<std::string>& files) {
    std::vector<record> all;
    for (const std::string& file : files) {
        for (record& row : rows_of(file)) all.push_back(std::move(row));
    }
    return all;
}

/// The cells of as many ranks as there are, each with `cells`: the axes grow as evenly as they can.
grid_cells cells_of_all(grid_cells cells, int dimensions, int ranks) {
    for (int prime = 2; ranks > 1;) {
        if (ranks % prime != 0) {
            ++prime;
            continue;
        }
        *std::min_element(cells.begin(), cells.begin() + dimensions) *= prime;
        ranks /= prime;
    }
    return cells;
}

int run_predict(const predict_options& o) {
    check_place(o.json_file, "--json-out");
    const scaling_study s = study(rows_of_all(o.files), o.rows);
    std::vector<prediction> all;
    std::string stopped;
    for (const int ranks : o.ranks) {
        try {
            all.push_back(predict(s.model, o.weak ? cells_of_all(s.cells, s.model.dimensions, ranks) : s.cells, ranks));
        } catch (const exception& e) {
            stopped = e.what();
            break;
        }
    }
    if (all.empty()) throw apps::usage_error(stopped);
    std::fputs(prediction_table(s, all, o.weak).c_str(), stdout);
    if (!stopped.empty()) std::printf("no more ranks: %s\n", stopped.c_str());
    if (static_cast<double>(all.back().device_cells) < s.model.compute.smallest()) {
        std::printf("computing below %.0f cells is taken for as long as that: run the app in smaller sizes, too\n",
                    s.model.compute.smallest());
    }
    std::fflush(stdout);
    if (!o.json_file.empty()) write_file(o.json_file, prediction_json(s, all, o.weak).dump(2) + '\n');
    return exit_ok;
}

}  // namespace

void add_predict(CLI::App& program, command_action& action) {
    auto o = std::make_shared<predict_options>();
    for (int ranks = 1; ranks <= 4096; ranks *= 2) o->ranks.push_back(ranks);
    CLI::App* command = program.add_subcommand(
        "predict", "Time on more ranks than there are, from results of one process, of a few ranks and of peaks");
    command->add_option("files", o->files, "Result files")->required();
    command->add_option("--app", o->rows.app, "App, where the files have several");
    command->add_option("--kernel", o->rows.kernel, "Kernel, where the app's rows have several");
    command->add_option("--backend", o->rows.backend, "Backend, where the app's rows have several");
    command->add_option("--cells", o->rows.cells,
                        "Cells of the problem, as in '960 x 960' (the most that one process ran)");
    command->add_option("--ranks", o->ranks, "Numbers of ranks, ascending (1,2,4 to 4096)")
        ->delimiter(',')
        ->check(CLI::Range(1, 1 << 20));
    command
        ->add_option("--ranks-per-machine", o->rows.ranks_of_a_machine,
                     "Ranks that share the processors on which the app ran as one process (1: each has as many)")
        ->check(CLI::Range(1, 4096));
    command->add_flag("--weak", o->weak, "Give each rank as many cells as the one process had");
    command->add_option("--json-out", o->json_file, "File for the predictions as JSON");
    command->callback([&action, o] {
        std::ranges::sort(o->ranks);
        o->ranks.erase(std::ranges::unique(o->ranks).begin(), o->ranks.end());
        action = [o] { return run_predict(*o); };
    });
}

}  // namespace ndweave::harness

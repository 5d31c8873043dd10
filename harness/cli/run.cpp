#include <algorithm>
#include <cstdio>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "app.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/progress.hpp"
#include "cli/run_output.hpp"
#include "cli/trace_files.hpp"
#include "machine/other_work.hpp"
#include "machine/run_context.hpp"
#include "measure/ask.hpp"
#include "measure/measure.hpp"
#include "measure/plan.hpp"
#include "record/document.hpp"
#include "record/journal.hpp"
#include "report/table.hpp"
#include "system/interrupt.hpp"

namespace ndweave::harness {

namespace {

/// What "all" stands for: the runtime backends that have a device here, and a line for each that has none.
struct found_backends {
    std::vector<std::string> present;
    std::string missing;
};

found_backends find_backends() {
    found_backends found;
    for (const std::string& name : runtime_backends()) {
        if (name == "null") continue;  // computes nothing, so only on request by name
        const std::string why = name == "cpu" ? "" : why_no_devices(ask_for_devices(name));
        if (why.empty()) {
            found.present.push_back(name);
        } else {
            found.missing += "  " + name + ": " + why + "\n";
        }
    }
    for (const std::string& name : peer_names(apps::all())) {
        const std::string why = why_no_peer(apps::all(), name);
        if (!why.empty()) found.missing += "  " + name + ": " + why + "\n";
    }
    return found;
}

status worst_status(const std::vector<record>& rows) {
    for (const status s :
         {status::crashed, status::timeout, status::error, status::invalid, status::unavailable, status::unverified}) {
        if (std::any_of(rows.begin(), rows.end(), [s](const record& row) { return row.outcome == s; })) return s;
    }
    return status::ok;
}

/// A disk that fills up costs the record on it, not the measurements: they go on, and the table shows them.
bool keep(std::optional<journal>& file, const std::string& measurement, const std::vector<record>& rows) {
    if (!file) return true;
    try {
        file->append(measurement, rows);
        return true;
    } catch (const std::runtime_error& e) {
        std::fprintf(stderr, "harness: %s; going on without it\n", e.what());
        file.reset();
        return false;
    }
}

/// Records of an external program belong to its command, not just to its name.
std::string journal_key(const measurement& m) { return m.command.empty() ? m.key() : m.key() + " " + m.command; }

struct measured {
    std::vector<record> rows;
    bool recorded = true;
};

/// Rows that are compared: they follow each other in the plan.
bool same_work(const measurement& one, const measurement& other) {
    return one.app == other.app && one.size == other.size && one.params == other.params;
}

/// From `first` on, those that take turns; it alone where it cannot.
std::vector<measurement> in_turns_with(const std::vector<measurement>& wanted, std::size_t first, int turns) {
    std::vector<measurement> group{wanted[first]};
    while (turns > 1 && can_take_turns(group.front()) && first + group.size() < wanted.size()) {
        const measurement& next = wanted[first + group.size()];
        if (!same_work(group.front(), next) || !can_take_turns(next)) break;
        group.push_back(next);
    }
    return group;
}

/// Each in a thread, of which one has the turn. Throws what the first of them threw.
std::vector<std::vector<record>> measure_in_turns(const std::vector<measurement>& group, int turns, const json& context,
                                                  const std::function<void(const std::string&)>& progress) {
    std::vector<std::vector<record>> rows(group.size());
    std::vector<std::exception_ptr> errors(group.size());
    turn_order order(group.size());
    std::mutex one_line_at_a_time;
    std::vector<std::thread> threads;
    for (std::size_t row = 0; row < group.size(); ++row) {
        threads.emplace_back([&, row] {
            const turn_place place{group.size() > 1 ? &order : nullptr, row, turns};
            try {
                rows[row] = measure_records(group[row], context, place, [&](const std::string& what) {
                    const std::lock_guard lock(one_line_at_a_time);
                    progress(group.size() > 1 ? group[row].column() + " " + what : what);
                });
            } catch (...) {
                errors[row] = std::current_exception();
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (const std::exception_ptr& error : errors) {
        if (error) std::rethrow_exception(error);
    }
    return rows;
}

measured measure_all(const run_options& options, const std::vector<measurement>& planned, const json& context) {
    std::optional<journal> file;
    if (const std::string path = journal_path(options); !path.empty()) file.emplace(path, options.resume);
    measured all;
    if (file) all.rows = file->rows();
    progress_line line(planned.size());
    std::vector<measurement> wanted;
    for (const measurement& m : planned) {
        if (file && file->has(journal_key(m))) {
            line.start(m.key());
            line.finish("done before", 0);
        } else {
            wanted.push_back(m);
        }
    }
    for (std::size_t first = 0; first < wanted.size() && interrupted_by() == 0;) {
        const std::vector<measurement> group = in_turns_with(wanted, first, options.turns);
        line.start(group.front().key());
        const auto found =
            measure_in_turns(group, options.turns, context, [&](const std::string& what) { line.update(what); });
        for (std::size_t row = 0; row < group.size(); ++row) {
            if (row > 0) line.start(group[row].key());
            const double seconds = found[row].front().process ? found[row].front().process->seconds : 0;
            if (interrupted_by() != 0 && exit_code_of(found[row]) == exit_crashed) {
                line.finish("interrupted", seconds);
                continue;
            }
            line.finish(to_string(worst_status(found[row])), seconds);
            all.recorded = keep(file, journal_key(group[row]), found[row]) && all.recorded;
            all.rows.insert(all.rows.end(), found[row].begin(), found[row].end());
        }
        first += group.size();
    }
    return all;
}

/// Behind the table: on a busy machine what takes turns is disturbed alike, but schedules bear it differently, and the
/// samples of one run do not tell.
void tell_of(const other_work& others, const std::vector<record>& rows) {
    constexpr double noticeable = 0.05;
    const auto share = others.share();
    const bool compared = std::ranges::any_of(rows, [](const record& r) { return r.turns && r.turns->size() > 1; });
    if (compared && share && *share > noticeable)
        std::printf(
            "~ other programs took %.0f %% of the processors' time meanwhile: ratios of rows on the CPU are those of a "
            "machine so busy, not its own; measure again\n",
            100 * *share);
}

int run(const run_options& options) {
    const bool all = std::find(options.backends.begin(), options.backends.end(), "all") != options.backends.end();
    const found_backends found = all ? find_backends() : found_backends{};
    const std::vector<measurement> wanted = plan(options, apps::all(), found.present);
    if (options.resume && journal_path(options).empty()) {
        throw apps::usage_error("--resume goes on from the records of --out or --json: give one of them");
    }
    prepare_output(options);
    const trace_files traces(options.trace);
    const json context = run_context();
    note_interrupts();
    const other_work others;
    const auto [rows, recorded] = measure_all(options, wanted, context);
    std::fputs(to_table(rows).c_str(), stdout);
    tell_of(others, rows);
    if (!found.missing.empty()) std::printf("not here, so not measured:\n%s", found.missing.c_str());
    std::fflush(stdout);
    const bool traced = traces.join();
    const bool written = write_output(options, context, rows) && traced;
    if (interrupted_by() != 0) {
        std::fprintf(stderr, "harness: interrupted%s\n",
                     journal_path(options).empty() ? "" : "; the same command with --resume measures what is missing");
        return exit_interrupted + interrupted_by();
    }
    return recorded && written ? exit_code_of(rows) : exit_crashed;
}

void add_options(CLI::App& command, run_options& o) {
    command.add_option("--app", o.apps, "Apps, or all")->delimiter(',')->required();
    command.add_option("--backend", o.backends, "cpu, cuda, hip, opencl, native, kokkos, or all that are here")
        ->delimiter(',');
    command.add_option("--cpu-mode", o.strategies, "auto, loop, cbs, fiber: a row for each")->delimiter(',');
    command.add_option("--size", o.size, "small, medium, large or paper");
    command.add_option("-p", o.parameters, "key=value: a parameter of the app")->allow_extra_args(false);
    command.add_option("--device", o.device, "Number of the device within its backend")->check(CLI::Range(0, 255));
    command
        .add_option("--ranks", o.ranks, "Processes that divide the work among them, over MPI: a row for each number")
        ->delimiter(',')
        ->check(CLI::Range(1, 1000000));
    command.add_option("--launcher", o.launcher,
                       "What starts ranks, with its options: 'srun', 'mpirun --hostfile F' (default: mpirun)");
    command.add_flag("--share-devices", o.share_devices, "Ranks of a machine may share a GPU or OpenCL device");
    command.add_option("--repeat", o.repeat, "Samples per kernel, instead of the stopping rule")
        ->check(CLI::Range(1, 1000000));
    command
        .add_option(
            "--turns", o.turns,
            "Turns in which rows of the same work are measured, so that they compare; 1: one row after the other")
        ->check(CLI::Range(1, 1000));
    command.add_option("--min-time", o.min_time, "Seconds to sample a kernel at least")->check(CLI::Range(0.0, 3600.0));
    command.add_option("--timeout", o.timeout, "Seconds after which a measurement is given up")
        ->check(CLI::Range(0.1, 1e6));
    command.add_option("--out", o.out, "Folder for records.jsonl (as they finish) and run.json");
    command.add_option("--json", o.json_file, "File for the results as JSON (records go to FILEl as they finish)");
    command.add_option("--csv", o.csv_file, "File for the results as CSV");
    command.add_flag("--resume", o.resume, "Go on with an interrupted run: measure only what has no figure yet");
    command.add_option("--trace", o.trace,
                       "File for a timeline of launches, copies, compilations and waits (Perfetto)");
    command.add_option("--external", o.external, "NAME=COMMAND: another program, its output parsed")
        ->allow_extra_args(false);
}

}  // namespace

void add_run(CLI::App& program, command_action& action) {
    auto options = std::make_shared<run_options>();
    CLI::App* command = program.add_subcommand("run", "Measure apps on backends; every result is verified");
    add_options(*command, *options);
    command->callback([&action, options] { action = [options] { return run(*options); }; });
}

}  // namespace ndweave::harness

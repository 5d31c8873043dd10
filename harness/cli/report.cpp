#include <cstdio>

#include "app.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/output_place.hpp"
#include "report/html.hpp"
#include "system/files.hpp"

namespace ndweave::harness {

namespace {

struct report_options {
    std::vector<std::string> files;
    std::string history, output = "report.html";
};

std::vector<history_line> history_of(const std::string& file) {
    try {
        return file.empty() ? std::vector<history_line>() : read_history(file);
    } catch (const std::runtime_error& e) {
        throw apps::usage_error(std::string("--history: ") + e.what());
    }
}

int write_report(const report_options& options) {
    check_place(options.output, "--output");
    std::vector<history_line> history = history_of(options.history);
    std::vector<named_results> runs;
    for (const std::string& file : options.files) {
        try {
            runs.push_back({file.substr(file.rfind('/') + 1), read_results(file)});
        } catch (const not_results& e) {  // among the results of other programs, as results/*/*.json is
            std::fprintf(stderr, "left out: %s\n", e.what());
        } catch (const std::runtime_error& e) {
            throw apps::usage_error(e.what());
        }
    }
    if (runs.empty()) throw apps::usage_error("none of the files holds results");
    write_file(options.output, to_html(std::move(runs), std::move(history)));
    std::fprintf(stderr, "%s written\n", options.output.c_str());
    return exit_ok;
}

}  // namespace

void add_report(CLI::App& program, command_action& action) {
    auto options = std::make_shared<report_options>();
    CLI::App* command = program.add_subcommand("report", "One self-contained page of result files");
    command->add_option("results", options->files, "Result files (run.json, records.jsonl)")->required();
    command->add_option("--history", options->history, "Figures of earlier runs (results/history.jsonl)");
    command->add_option("-o,--output", options->output, "The page (report.html)");
    command->callback([&action, options] { action = [options] { return write_report(*options); }; });
}

}  // namespace ndweave::harness

#include <cstdio>

#include "app.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/output_place.hpp"
#include "report/html.hpp"
#include "system/files.hpp"

namespace ndweave::harness {

namespace {

int write_report(const std::vector<std::string>& files, const std::string& output) {
    check_place(output, "--output");
    std::vector<named_results> runs;
    for (const std::string& file : files) {
        try {
            runs.push_back({file.substr(file.rfind('/') + 1), read_results(file)});
        } catch (const not_results& e) {  // among the results of other programs, as results/*/*.json is
            std::fprintf(stderr, "left out: %s\n", e.what());
        } catch (const std::runtime_error& e) {
            throw apps::usage_error(e.what());
        }
    }
    if (runs.empty()) throw apps::usage_error("none of the files holds results");
    write_file(output, to_html(std::move(runs)));
    std::fprintf(stderr, "%s written\n", output.c_str());
    return exit_ok;
}

}  // namespace

void add_report(CLI::App& program, command_action& action) {
    auto files = std::make_shared<std::vector<std::string>>();
    auto output = std::make_shared<std::string>("report.html");
    CLI::App* command = program.add_subcommand("report", "One self-contained page of result files");
    command->add_option("results", *files, "Result files (run.json, records.jsonl)")->required();
    command->add_option("-o,--output", *output, "The page (report.html)");
    command->callback([&action, files, output] { action = [files, output] { return write_report(*files, *output); }; });
}

}  // namespace ndweave::harness

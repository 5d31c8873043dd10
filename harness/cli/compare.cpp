#include <cstdio>

#include "app.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/output_place.hpp"
#include "cli/result_rows.hpp"
#include "compare/format.hpp"
#include "compare/interleave.hpp"
#include "system/files.hpp"
#include "system/interrupt.hpp"

namespace ndweave::harness {

namespace {

struct compare_options {
    interleave_options pair;
    double threshold_percent = 5;
    bool interleave = false;
    std::string markdown_file, json_file, junit_file;
};

std::vector<comparison> compare(const compare_options& o) {
    if (!o.interleave) return compare_files(rows_of(o.pair.base), rows_of(o.pair.next), o.threshold_percent / 100);
    note_interrupts();
    return compare_interleaved(o.pair, [](const std::string& what) { std::fprintf(stderr, "%s\n", what.c_str()); });
}

int run_compare(compare_options o, const std::vector<std::string>& extra) {
    if (!o.interleave && !extra.empty()) {
        throw apps::usage_error("compare takes two result files; '" + extra.front() +
                                "' belongs to --interleave, which takes two binaries and the options of run");
    }
    check_place(o.markdown_file, "--markdown");
    check_place(o.json_file, "--json-out");
    check_place(o.junit_file, "--junit");
    o.pair.arguments = extra;
    o.pair.limits.threshold = o.threshold_percent / 100;
    o.pair.limits.max_rounds = std::max(o.pair.limits.max_rounds, o.pair.limits.min_rounds);
    const std::vector<comparison> all = compare(o);
    const std::string markdown = to_markdown(all);
    std::fputs(markdown.c_str(), stdout);
    std::fflush(stdout);
    if (!o.markdown_file.empty()) write_file(o.markdown_file, markdown);
    if (!o.json_file.empty()) write_file(o.json_file, to_json_text(all));
    if (!o.junit_file.empty()) write_file(o.junit_file, to_junit(all));
    const int code = exit_code_of(all);
    if (code == exit_usage) {
        std::fprintf(stderr,
                     "harness: nothing to compare: no row has the same app, kernel, size, parameters, backend "
                     "and hw_id on both sides\n");
    }
    return code;
}

}  // namespace

void add_compare(CLI::App& program, command_action& action) {
    auto o = std::make_shared<compare_options>();
    CLI::App* command =
        program.add_subcommand("compare", "Base against new: two result files, or two harness binaries");
    command->add_option("base", o->pair.base, "Result file, or binary with --interleave")->required();
    command->add_option("new", o->pair.next, "Result file, or binary with --interleave")->required();
    command->add_option("--threshold", o->threshold_percent, "Percent of change that matters (5)")
        ->check(CLI::Range(0.1, 1000.0));
    command->add_flag("--interleave", o->interleave,
                      "Run both binaries alternately, with the options of run that follow");
    command->add_option("--rounds", o->pair.limits.min_rounds, "Rounds at least (10)")->check(CLI::Range(10, 1000));
    command->add_option("--max-rounds", o->pair.limits.max_rounds, "Rounds at most, while a pair is unclear (150)")
        ->check(CLI::Range(10, 1000));
    command
        ->add_option("--max-time", o->pair.limits.max_time,
                     "Seconds after which no round is added, to the measurement and to its confirmation each (900)")
        ->check(CLI::Range(1.0, 1e6));
    command->add_option("--markdown", o->markdown_file, "File for the table");
    command->add_option("--json-out", o->json_file, "File for the comparison as JSON");
    command->add_option("--junit", o->junit_file, "File for the comparison as JUnit XML");
    command->allow_extras();
    command->callback(
        [&action, o, command] { action = [o, extra = command->remaining()] { return run_compare(*o, extra); }; });
}

}  // namespace ndweave::harness

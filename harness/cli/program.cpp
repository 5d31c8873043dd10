#include "cli/program.hpp"

#include <csignal>
#include <cstdio>
#include <cstring>

#include "app.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "measure/ranks/rank.hpp"
#include "measure/worker.hpp"
#include "ndweave_build.hpp"
#include "system/interrupt.hpp"
#include "text/suggest.hpp"

namespace ndweave::harness {

namespace {

/// CLI11 reports an unknown subcommand without suggestions.
void check_subcommand(const CLI::App& program, int argc, char** argv) {
    if (argc < 2 || argv[1][0] == '-') return;
    std::vector<std::string> names;
    for (const CLI::App* command : program.get_subcommands({})) names.push_back(command->get_name());
    if (std::find(names.begin(), names.end(), argv[1]) == names.end()) {
        throw apps::usage_error(unknown_name("command", argv[1], names));
    }
}

/// The same for unknown options.
void check_options(const CLI::App& program) {
    for (const CLI::App* command : program.get_subcommands()) {
        std::vector<std::string> names;
        for (const CLI::Option* option : command->get_options()) {
            for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
        }
        for (const std::string& word : command->remaining()) {
            if (word.starts_with("--")) throw apps::usage_error(unknown_name("option", word, names));
        }
    }
}

/// A write beyond the limit on file size (RLIMIT_FSIZE) fails instead of killing the process. A handler, because an
/// ignored signal would be ignored in children, too.
void survive_file_limits() {
    struct sigaction action{};
    if (sigaction(SIGXFSZ, nullptr, &action) != 0 || action.sa_handler != SIG_DFL) return;
    action.sa_handler = [](int) {};
    sigaction(SIGXFSZ, &action, nullptr);
}

/// Output that could not be written is an error.
int flushed(int code) {
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
    std::fputs("harness: cannot write to standard output\n", stderr);
    return code == exit_ok ? exit_crashed : code;
}

int parse_and_run(int argc, char** argv) {
    CLI::App program("Measures the apps of ndweave on every processor and checks each result.", "harness");
    program.set_version_flag("--version", build::version);
    program.require_subcommand(1);
    command_action action;
    add_list(program, action);
    add_doctor(program, action);
    add_run(program, action);
    add_explain(program, action);
    add_compare(program, action);
    add_predict(program, action);
    add_report(program, action);
    add_schema(program, action);
    add_manual(program, action);
    check_subcommand(program, argc, argv);
    try {
        program.parse(argc, argv);
    } catch (const CLI::ExtrasError& e) {
        check_options(program);
        program.exit(e);
        return exit_usage;
    } catch (const CLI::ParseError& e) {
        return program.exit(e) == 0 ? exit_ok : exit_usage;
    }
    return flushed(action());
}

}  // namespace

int program(int argc, char** argv) {
    survive_file_limits();
    try {
        if (argc == 2 && std::strcmp(argv[1], worker_subcommand) == 0) return worker_main();
        if (argc == 3 && std::strcmp(argv[1], rank_subcommand) == 0) return rank_main(argv[2]);
        return parse_and_run(argc, argv);
    } catch (const apps::usage_error& e) {
        std::fprintf(stderr, "harness: %s\n", e.what());
        return exit_usage;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "harness: %s\n", e.what());
        return interrupted_by() != 0 ? exit_interrupted + interrupted_by() : exit_crashed;
    }
}

}  // namespace ndweave::harness

#include <cstdio>

#include "app.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/manual/completion.hpp"
#include "cli/manual/man_page.hpp"
#include "measure/plan.hpp"
#include "ndweave_build.hpp"
#include "text/suggest.hpp"

namespace ndweave::harness {

namespace {

words_by_option known_words() {
    std::vector<std::string> names, backends = runtime_backends();
    for (const apps::application* app : apps::all()) names.push_back(app->name);
    for (const std::string& peer : peer_names(apps::all())) backends.push_back(peer);
    words_by_option words{{"--cpu-mode", {"auto", "loop", "cbs", "fiber"}},
                          {"--size", {"small", "medium", "large", "paper"}}};
    names.push_back("all");
    backends.push_back("all");
    words["--app"] = names;
    words["--backend"] = backends;
    return words;
}

int write(const std::string& text) {
    std::fputs(text.c_str(), stdout);
    return exit_ok;
}

int write_completion(const CLI::App& program, const std::string& shell) {
    if (shell == "bash") return write(bash_completion(program, known_words()));
    if (shell == "zsh") return write(zsh_completion(program, known_words()));
    throw apps::usage_error(unknown_name("shell", shell, {"bash", "zsh"}));
}

int write_page(const CLI::App& program, const std::string& name) {
    if (name.empty()) return write(man_page(program, build::version));
    std::vector<std::string> names;
    for (const CLI::App* command : program.get_subcommands({})) {
        if (command->get_name() == name) return write(man_page(program, *command, build::version));
        names.push_back(command->get_name());
    }
    throw apps::usage_error(unknown_name("command", name, names));
}

}  // namespace

void add_manual(CLI::App& program, command_action& action) {
    const auto shell = std::make_shared<std::string>(), name = std::make_shared<std::string>();
    CLI::App* completion = program.add_subcommand("completion", "Completions of bash or zsh, to be sourced");
    completion->add_option("shell", *shell, "bash or zsh")->required();
    completion->callback(
        [&program, &action, shell] { action = [&program, shell] { return write_completion(program, *shell); }; });
    CLI::App* page = program.add_subcommand("manual", "The manual page of the program or of a command: … | man -l -");
    page->add_option("command", *name, "run, compare, …; none: of the program");
    page->callback([&program, &action, name] { action = [&program, name] { return write_page(program, *name); }; });
}

}  // namespace ndweave::harness

#include <cstdio>

#include "app.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"

namespace ndweave::harness {

namespace {

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

int list_apps() {
    for (const apps::application* app : apps::all()) {
        std::printf("%-12s %s\n", app->name.c_str(), app->summary.c_str());
        std::printf("%-12s parameters: %s\n", "", joined(app->parameter_names).c_str());
        if (app->has_ranks) std::printf("%-12s runs divided among ranks (--ranks)\n", "");
        std::vector<std::string> peers;
        for (const apps::peer& p : app->peers) peers.push_back(p.backend);
        if (!peers.empty()) std::printf("%-12s peers: %s\n", "", joined(peers).c_str());
    }
    return exit_ok;
}

}  // namespace

void add_list(CLI::App& program, command_action& action) {
    program.add_subcommand("list", "The apps, their parameters and their peers")->callback([&action] {
        action = list_apps;
    });
}

}  // namespace ndweave::harness

#include "cli/manual/command_options.hpp"

namespace ndweave::harness {

std::vector<command_option> options_of(const CLI::App& command) {
    std::vector<command_option> result;
    for (const CLI::Option* option : command.get_options()) {
        command_option one{{}, "", option->get_description(), option->get_required(), option->get_expected_max() > 1};
        for (const std::string& name : option->get_snames()) one.names.push_back("-" + name);
        for (const std::string& name : option->get_lnames()) one.names.push_back("--" + name);
        if (option->get_expected_max() > 0)
            one.value = one.names.empty() ? option->get_name() : option->get_type_name();
        result.push_back(std::move(one));
    }
    return result;
}

std::vector<const CLI::App*> commands_of(const CLI::App& program) { return program.get_subcommands({}); }

}  // namespace ndweave::harness

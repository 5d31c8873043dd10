#include "cli/manual/completion.hpp"

#include "cli/manual/command_options.hpp"

namespace ndweave::harness {

namespace {

std::string joined(const std::vector<std::string>& words, const std::string& between) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
    return text;
}

std::vector<std::string> names_of_commands(const CLI::App& program) {
    std::vector<std::string> names;
    for (const CLI::App* command : commands_of(program)) names.push_back(command->get_name());
    return names;
}

std::vector<std::string> names_of_options(const CLI::App& command) {
    std::vector<std::string> names;
    for (const command_option& option : options_of(command))
        names.insert(names.end(), option.names.begin(), option.names.end());
    return names;
}

/// In a zsh text between single quotes, for _arguments: there brackets and colons mean something.
std::string zsh_text(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '\'') {
            result += "'\\''";
        } else if (c == '[' || c == ']' || c == ':' || c == '\\') {
            result += std::string("\\") + c;
        } else {
            result += c;
        }
    }
    return result;
}

/// ":message:action" of what stands behind an option.
std::string zsh_value(const command_option& option, const words_by_option& words) {
    if (option.value.empty()) return "";
    for (const std::string& name : option.names) {
        if (const auto known = words.find(name); known != words.end())
            return ":" + name.substr(2) + ":(" + joined(known->second, " ") + ")";
    }
    return ":" + zsh_text(option.value) + ":_files";
}

std::string zsh_arguments(const CLI::App& command, const words_by_option& words) {
    std::string text;
    for (const command_option& option : options_of(command)) {
        if (option.names.empty()) {
            text +=
                std::string(" \\\n                '") + (option.repeated ? "*" : "") + zsh_value(option, words) + "'";
            continue;
        }
        for (const std::string& name : option.names)
            text += " \\\n                '*" + name + "[" + zsh_text(option.description) + "]" +
                    zsh_value(option, words) + "'";
    }
    return text;
}

}  // namespace

std::string bash_completion(const CLI::App& program, const words_by_option& words) {
    std::string text = "# bash completion of " + program.get_name() +
                       "\n_harness() {\n"
                       "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
                       "    COMPREPLY=()\n"
                       "    if ((COMP_CWORD == 1)); then\n        COMPREPLY=($(compgen -W '" +
                       joined(names_of_commands(program), " ") + " " + joined(names_of_options(program), " ") +
                       "' -- \"$word\"))\n        return\n    fi\n"
                       "    if [[ $word != -* ]]; then\n        case $before in\n";
    for (const auto& [option, values] : words)
        text += "            " + option + ") COMPREPLY=($(compgen -W '" + joined(values, " ") +
                "' -- \"$word\")); return ;;\n";
    text += "        esac\n        return\n    fi\n    case ${COMP_WORDS[1]} in\n";
    for (const CLI::App* command : commands_of(program))
        text += "        " + command->get_name() + ") COMPREPLY=($(compgen -W '" +
                joined(names_of_options(*command), " ") + "' -- \"$word\")) ;;\n";
    // Without an answer of the function bash completes file names.
    return text + "    esac\n}\ncomplete -o bashdefault -o default -F _harness " + program.get_name() + "\n";
}

std::string zsh_completion(const CLI::App& program, const words_by_option& words) {
    std::string text = "#compdef " + program.get_name() + "\n_harness() {\n    if ((CURRENT == 2)); then\n" +
                       "        local -a commands=(\n";
    for (const CLI::App* command : commands_of(program))
        text += "            '" + command->get_name() + ":" + zsh_text(command->get_description()) + "'\n";
    text +=
        "        )\n        _describe command commands\n        return\n    fi\n    local command=$words[2]\n"
        "    shift words\n    ((CURRENT--))\n    case $command in\n";
    for (const CLI::App* command : commands_of(program))
        text += "        " + command->get_name() + ")\n            _arguments" + zsh_arguments(*command, words) +
                "\n            ;;\n";
    return text + "    esac\n}\n_harness \"$@\"\n";
}

}  // namespace ndweave::harness

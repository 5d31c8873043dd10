#include "cli/manual/man_page.hpp"

#include <algorithm>
#include <cctype>

#include "cli/manual/command_options.hpp"

namespace ndweave::harness {

namespace {

/// As text: a hyphen is one that can be copied, and no line begins a request.
std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '\\') {
            result += "\\e";
        } else if (c == '-') {
            result += "\\-";
        } else if ((c == '.' || c == '\'') && (result.empty() || result.back() == '\n')) {
            result += std::string("\\&") + c;
        } else {
            result += c;
        }
    }
    return result;
}

std::string bold(const std::string& text) { return "\\fB" + escaped(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + escaped(text) + "\\fR"; }

std::string heading(const std::string& name, const std::string& summary, const std::string& version) {
    std::string upper = name;
    std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return ".TH " + escaped(upper) + " 1 \"\" \"ndweave " + version + "\" \"ndweave\"\n.SH NAME\n" + escaped(name) +
           " \\- " + escaped(summary) + "\n";
}

std::string paragraph(const command_option& option) {
    std::string names;
    for (const std::string& name : option.names) names += (names.empty() ? "" : ", ") + bold(name);
    if (!option.value.empty()) names += (names.empty() ? "" : " ") + italic(option.value);
    if (option.repeated) names += " ...";
    return ".TP\n" + names + "\n" + escaped(option.description) + (option.required ? " (required)" : "") + "\n";
}

constexpr const char* exit_status = R"(.SH EXIT STATUS
.TS
l l.
0	what was asked for is done
1	\fBcompare\fR: a regression
2	usage
3	a result is wrong
4	a crash or a timeout
5	a backend is not available
6	\fBcompare\fR: too noisy to say
130, 143	interrupted
.TE
)";

}  // namespace

std::string man_page(const CLI::App& program, const std::string& version) {
    std::string page = heading(program.get_name(), program.get_description(), version);
    page += ".SH SYNOPSIS\n" + bold(program.get_name()) + " " + italic("COMMAND") + " [" + italic("OPTIONS") + "]\n";
    page += ".SH COMMANDS\n";
    std::string pages;
    for (const CLI::App* command : commands_of(program)) {
        page += ".TP\n" + bold(command->get_name()) + "\n" + escaped(command->get_description()) + "\n";
        pages += (pages.empty() ? "" : ",\n") + std::string(".BR ") + escaped(program.get_name()) + "\\-" +
                 escaped(command->get_name()) + " (1)";
    }
    page += ".SH OPTIONS\n";
    for (const command_option& option : options_of(program)) page += paragraph(option);
    // The table needs its preprocessor, which the first line asks for.
    return "'\\\" t\n" + page + exit_status + ".SH SEE ALSO\n" + pages + "\n";
}

std::string man_page(const CLI::App& program, const CLI::App& command, const std::string& version) {
    const std::string name = program.get_name() + "-" + command.get_name();
    std::string page = heading(name, command.get_description(), version);
    page += ".SH SYNOPSIS\n" + bold(program.get_name() + " " + command.get_name()) + " [" + italic("OPTIONS") + "]";
    for (const command_option& option : options_of(command)) {
        if (option.names.empty()) page += " " + italic(option.value) + (option.repeated ? " ..." : "");
    }
    page += "\n.SH OPTIONS\n";
    for (const command_option& option : options_of(command)) page += paragraph(option);
    return page + ".SH SEE ALSO\n.BR " + escaped(program.get_name()) + " (1)\n";
}

}  // namespace ndweave::harness

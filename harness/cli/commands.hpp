/// The harness's subcommands. Each adds its options to the program and, where it is chosen, sets `action`.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace ndweave::harness {

/// Runs the chosen subcommand and returns the exit code.
using command_action = std::function<int()>;

void add_list(CLI::App& program, command_action& action);
void add_doctor(CLI::App& program, command_action& action);
void add_run(CLI::App& program, command_action& action);
void add_explain(CLI::App& program, command_action& action);
void add_compare(CLI::App& program, command_action& action);
void add_predict(CLI::App& program, command_action& action);
void add_report(CLI::App& program, command_action& action);
void add_schema(CLI::App& program, command_action& action);
void add_manual(CLI::App& program, command_action& action);

}  // namespace ndweave::harness

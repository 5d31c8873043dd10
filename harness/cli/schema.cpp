#include "record/schema.hpp"

#include <cstdio>

#include "cli/commands.hpp"
#include "cli/exit_code.hpp"

namespace ndweave::harness {

void add_schema(CLI::App& program, command_action& action) {
    program.add_subcommand("schema", "The JSON Schema (draft-07) of result files")->callback([&action] {
        action = [] {
            std::fputs(schema_text(), stdout);
            return exit_ok;
        };
    });
}

}  // namespace ndweave::harness

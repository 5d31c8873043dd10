/// What a shell command says and how it ends.
#pragma once

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <stdexcept>
#include <string>

namespace ndweave::support {

struct command_result {
    int status;          // what the command exited with; 128 where a signal ended it
    std::string output;  // what it wrote to standard output
};

/// Runs `command` in a shell and waits for it. Throws std::runtime_error where there is no shell.
inline command_result run_command(const std::string& command) {
    FILE* const pipe = popen(command.c_str(), "r");
    if (!pipe) throw std::runtime_error("cannot run " + command);
    command_result result{};
    std::array<char, 4096> part;
    while (const std::size_t got = fread(part.data(), 1, part.size(), pipe)) result.output.append(part.data(), got);
    const int status = pclose(pipe);
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    return result;
}

}  // namespace ndweave::support

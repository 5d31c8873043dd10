#include "assembler.hpp"

#include <fstream>
#include <regex>

#include "code/cuda_toolkit.hpp"
#include "support/command.hpp"
#include "support/temporary_folder.hpp"

namespace ndweave::compiler::testing {
namespace {

unsigned sum_of(const std::string& text, const std::string& pattern) {
    const std::regex expression(pattern);
    unsigned sum = 0;
    for (std::sregex_iterator at(text.begin(), text.end(), expression), end; at != end; ++at) {
        sum += static_cast<unsigned>(std::stoul((*at)[1]));
    }
    return sum;
}

}  // namespace

assembled assemble(const std::string& code, const std::string& arch) {
    const support::temporary_folder folder;
    const std::string file = folder / "kernel.ptx";
    std::ofstream(file) << code;
    const support::command_result run =
        support::run_command(code::find_ptxas() + " -v -arch=" + arch + " -o /dev/null " + file + " 2>&1");
    assembled result;
    result.log = run.output;
    result.ok = run.status == 0;
    result.registers = sum_of(result.log, "Used ([0-9]+) registers");
    result.stack_bytes = sum_of(result.log, "([0-9]+) bytes stack frame");
    result.spill_bytes = sum_of(result.log, "([0-9]+) bytes spill");
    return result;
}

}  // namespace ndweave::compiler::testing

#include "code_object.hpp"

#include <unistd.h>

#include <fstream>
#include <sstream>

#include "support/command.hpp"
#include "support/temporary_folder.hpp"

namespace ndweave::hip::testing {
namespace {

/// What `command` says of a file with these bytes.
std::istringstream output_for(const std::vector<char>& bytes, const std::string& command) {
    const support::temporary_folder folder;
    const std::string file = folder / "code-object";
    std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return std::istringstream(support::run_command(command + " " + file).output);
}

/// "    .name:           k" -> {".name", "k"}.
std::pair<std::string, std::string> field(const std::string& line) {
    const std::size_t begin = line.find_first_not_of(" -"), colon = line.find(':');
    if (begin == std::string::npos || colon == std::string::npos || colon < begin) return {};
    const std::size_t value = line.find_first_not_of(' ', colon + 1);
    return {line.substr(begin, colon - begin), value == std::string::npos ? "" : line.substr(value)};
}

bool reaches_memory_by_flat_address(const std::string& mnemonic) {
    return mnemonic.starts_with("flat_") || mnemonic.starts_with("scratch_") || mnemonic.starts_with("buffer_load") ||
           mnemonic.starts_with("buffer_store");
}

}  // namespace

bool have_llvm_tools() {
    return access("/usr/bin/llvm-readobj-19", X_OK) == 0 && access("/usr/bin/llvm-objdump-19", X_OK) == 0;
}

std::vector<kernel_facts> facts_of(const std::vector<char>& code_object) {
    std::istringstream notes = output_for(code_object, "/usr/bin/llvm-readobj-19 --notes");
    std::vector<kernel_facts> kernels;
    kernel_facts current;
    // Fields of a kernel come in alphabetical order, .symbol before .vgpr_spill_count; arguments have names, too.
    for (std::string line; std::getline(notes, line);) {
        const auto [name, value] = field(line);
        if (name == ".private_segment_fixed_size") current.scratch_bytes = std::stoul(value);
        if (name == ".symbol") current.name = value;
        if (name != ".vgpr_spill_count") continue;
        current.spilled_vector_registers = std::stoul(value);
        kernels.push_back(current);
        current = {};
    }
    return kernels;
}

disassembly disassemble(const std::vector<char>& code_object, const std::string& processor) {
    std::istringstream text =
        output_for(code_object, "/usr/bin/llvm-objdump-19 -d --no-show-raw-insn --no-leading-addr --mcpu=" + processor);
    disassembly result;
    for (std::string line; std::getline(text, line);) {
        if (!line.starts_with('\t')) continue;
        std::istringstream words(line);
        std::string mnemonic;
        words >> mnemonic;
        ++result.instructions;
        if (reaches_memory_by_flat_address(mnemonic)) result.flat.push_back(line);
    }
    return result;
}

}  // namespace ndweave::hip::testing

#include "code_object.hpp"

#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <stdexcept>

namespace ndweave::hip::testing {
namespace {

/// A file that lives as long as the object.
class temporary_file {
public:
    explicit temporary_file(const std::vector<char>& bytes) {
        const int file = mkstemp(path_.data());
        const bool written = file >= 0 && write(file, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
        if (file >= 0) close(file);
        if (!written) throw std::runtime_error("a temporary file cannot be written");
    }
    ~temporary_file() { unlink(path_.data()); }
    temporary_file(const temporary_file&) = delete;
    temporary_file& operator=(const temporary_file&) = delete;

    std::string path() const { return path_.data(); }

private:
    std::array<char, 32> path_{"/tmp/ndweave-code-object-XXXXXX"};
};

std::istringstream output_of(const std::string& command) {
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    std::string all;
    for (std::array<char, 4096> part; pipe;) {
        const std::size_t bytes = fread(part.data(), 1, part.size(), pipe.get());
        if (bytes == 0) break;
        all.append(part.data(), bytes);
    }
    return std::istringstream(all);
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
    const temporary_file file(code_object);
    std::istringstream notes = output_of("/usr/bin/llvm-readobj-19 --notes " + file.path());
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
    const temporary_file file(code_object);
    std::istringstream text = output_of(
        "/usr/bin/llvm-objdump-19 -d --no-show-raw-insn --no-leading-addr --mcpu=" + processor + " " + file.path());
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

/// What LLVM's tools say of a code object.
#pragma once

#include <string>
#include <vector>

namespace ndweave::hip::testing {

/// From a kernel's metadata note.
struct kernel_facts {
    std::string name;
    unsigned long scratch_bytes = 0;  // per work-item
    unsigned long spilled_vector_registers = 0;
};

/// Whether llvm-readobj-19 and llvm-objdump-19 are installed.
bool have_llvm_tools();

std::vector<kernel_facts> facts_of(const std::vector<char>& code_object);

/// Instructions that reach memory through a flat address or scratch, one line each; and how many instructions there
/// are.
struct disassembly {
    std::vector<std::string> flat;
    std::size_t instructions = 0;
};
disassembly disassemble(const std::vector<char>& code_object, const std::string& processor);

}  // namespace ndweave::hip::testing

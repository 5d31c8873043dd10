#include "compiler/codegen/ptx/text/assembler_faults.hpp"

#include "compiler/codegen/ptx/text/merged_operations.hpp"
#include "compiler/codegen/ptx/text/respell.hpp"
#include "compiler/codegen/ptx/text/uninitialised_registers.hpp"
#include "compiler/codegen/ptx/text/wrapping_loops.hpp"

namespace ndweave::compiler::ptx {

std::string avoid_assembler_faults(llvm::StringRef text) {
    return keep_wrapping_loops_rolled(respell(keep_from_merging(initialise_registers(text))));
}

std::optional<std::string> repair_driver_binary(llvm::StringRef binary) {
    const llvm::StringRef text = binary.take_until([](char c) { return c == '\0'; });
    if (!text.contains("\n.version ") || !text.contains("\n.target sm_")) return std::nullopt;
    std::string repaired = avoid_assembler_faults(text);
    if (repaired == text) return std::nullopt;
    return repaired.append(binary.drop_front(text.size()));
}

}  // namespace ndweave::compiler::ptx

/// The CPU that kernels are compiled for, as LLVM sees it.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <string>

namespace ndweave::compiler::host {

struct cpu {
    std::string name;          // "sapphirerapids"
    std::string features;      // "+avx512f,-amx-tile,..."
    unsigned vector_bits = 0;  // of the widest registers: 128, 256 or 512
    std::string error;         // why it cannot be; empty where it can
    std::string lacking;       // instruction sets that it has by its name and this processor lacks: "avx512f, gfni"

    /// Whether it has the instructions `set`: "cx16".
    bool has(const std::string& set) const;
};

/// The one that this process runs on, or NDWEAVE_CPU_NAME without the instructions that this one lacks. Read once.
const cpu& target_cpu();

/// A code generator for that CPU; one per compilation, since it is not thread-safe.
std::unique_ptr<llvm::TargetMachine> make_machine(bool fast_math,
                                                  llvm::CodeGenOptLevel level = llvm::CodeGenOptLevel::Aggressive);

/// Gives `module` the machine's triple and data layout and every function the CPU's name, features and vector width.
void set_target_cpu(llvm::Module& module, const llvm::TargetMachine& machine);

}  // namespace ndweave::compiler::host

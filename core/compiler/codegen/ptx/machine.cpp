#include "compiler/codegen/ptx/machine.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>

#include <mutex>

namespace ndweave::compiler::ptx {
namespace {

constexpr const char* triple = "nvptx64-nvidia-cuda";
constexpr unsigned oldest = 70;  // independent thread scheduling, fences with scopes

/// What LLVM 19 generates code for, ascending.
constexpr unsigned known[] = {70, 72, 75, 80, 86, 87, 89, 90};

/// PTX ISA 7.8 (CUDA 11.8): the first with sm_90, and recent enough for __grid_constant__ parameters. From 8.0 on LLVM
/// adds two 16-bit integers at once (add.s16x2), which NVIDIA's assembler gets wrong now and then.
constexpr const char* features = "+ptx78";

void initialise_nvptx() {
    static std::once_flag once;
    std::call_once(once, [] {
        LLVMInitializeNVPTXTargetInfo();
        LLVMInitializeNVPTXTarget();
        LLVMInitializeNVPTXTargetMC();
        LLVMInitializeNVPTXAsmPrinter();
    });
}

}  // namespace

std::unique_ptr<llvm::TargetMachine> make_machine(const char* arch, bool fast_math, std::string& error) {
    initialise_nvptx();
    llvm::StringRef digits(arch ? arch : "");
    unsigned wanted = 0;
    if (!digits.consume_front("sm_") || digits.take_while(llvm::isDigit).getAsInteger(10, wanted)) {
        error = "architecture '" + std::string(arch ? arch : "") + "' is not of the form sm_NN";
        return nullptr;
    }
    if (wanted < oldest) {
        error = "architecture " + std::string(arch) + " is too old: sm_70 (Volta) is the first that is supported";
        return nullptr;
    }
    unsigned chosen = oldest;
    for (unsigned candidate : known) {
        if (candidate <= wanted) chosen = candidate;
    }
    const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
    if (!target) return nullptr;
    llvm::TargetOptions options;
    // Only what the pass ptx-allow-contraction marks is fused, across statements as nvcc does by default: functions of
    // libdevice that compute in two floats rely on their roundings, and what is not fused has to be `.rn`, or ptxas
    // would fuse it.
    options.AllowFPOpFusion = fast_math ? llvm::FPOpFusion::Fast : llvm::FPOpFusion::Standard;
    options.UnsafeFPMath = fast_math;
    return std::unique_ptr<llvm::TargetMachine>(
        target->createTargetMachine(triple, "sm_" + std::to_string(chosen), features, options, llvm::Reloc::PIC_,
                                    std::nullopt, llvm::CodeGenOptLevel::Aggressive));
}

unsigned sm_of(const llvm::TargetMachine& machine) {
    unsigned sm = 0;
    machine.getTargetCPU().drop_front(3).getAsInteger(10, sm);
    return sm;
}

void set_target(llvm::Module& module, const llvm::TargetMachine& machine) {
    module.setTargetTriple(triple);
    module.setDataLayout(machine.createDataLayout());
}

}  // namespace ndweave::compiler::ptx

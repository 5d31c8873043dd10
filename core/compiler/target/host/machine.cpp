#include "compiler/target/host/machine.hpp"

#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/SubtargetFeature.h>

#include <mutex>

extern "C" {
void LLVMInitializeX86TargetInfo();
void LLVMInitializeX86Target();
void LLVMInitializeX86TargetMC();
void LLVMInitializeX86AsmParser();
void LLVMInitializeX86AsmPrinter();
}

namespace ndweave::compiler::host {
namespace {

cpu detect() {
    cpu found;
    found.name = llvm::sys::getHostCPUName().str();
    const llvm::StringMap<bool> flags = llvm::sys::getHostCPUFeatures();
    llvm::SubtargetFeatures features;
    for (const auto& flag : flags) features.AddFeature(flag.first(), flag.second);
    found.features = features.getString();
    found.vector_bits = flags.lookup("avx512f") ? 512 : flags.lookup("avx2") ? 256 : 128;
    return found;
}

void initialize_once() {
    static std::once_flag once;
    std::call_once(once, [] {
        LLVMInitializeX86TargetInfo();
        LLVMInitializeX86Target();
        LLVMInitializeX86TargetMC();
        LLVMInitializeX86AsmParser();
        LLVMInitializeX86AsmPrinter();
    });
}

}  // namespace

const cpu& this_cpu() {
    static const cpu& found = *new cpu(detect());
    return found;
}

std::unique_ptr<llvm::TargetMachine> make_machine(bool fast_math, llvm::CodeGenOptLevel level) {
    initialize_once();
    const std::string triple = llvm::sys::getProcessTriple();
    std::string error;
    const llvm::Target* const x86 = llvm::TargetRegistry::lookupTarget(triple, error);
    llvm::TargetOptions options;
    options.AllowFPOpFusion = fast_math ? llvm::FPOpFusion::Fast : llvm::FPOpFusion::Standard;
    return std::unique_ptr<llvm::TargetMachine>(x86->createTargetMachine(
        triple, this_cpu().name, this_cpu().features, options, llvm::Reloc::PIC_, llvm::CodeModel::Small, level, true));
}

void target_this_cpu(llvm::Module& module, const llvm::TargetMachine& machine) {
    module.setTargetTriple(machine.getTargetTriple().str());
    module.setDataLayout(machine.createDataLayout());
    for (llvm::Function& function : module) {
        if (function.isDeclaration()) continue;
        function.addFnAttr("target-cpu", this_cpu().name);
        function.addFnAttr("target-features", this_cpu().features);
        function.addFnAttr("prefer-vector-width", std::to_string(this_cpu().vector_bits));
        // Vectors that do not fit into registers would lie across cache lines: the caller's stack is aligned to 16
        // bytes, and when registers are allocated it is too late to align another.
        function.addFnAttr("stackrealign");
    }
}

}  // namespace ndweave::compiler::host

#include "compiler/codegen/host/machine.hpp"

#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/SubtargetFeature.h>
#include <llvm/TargetParser/X86TargetParser.h>

#include <cstdlib>
#include <mutex>
#include <set>
#include <string>

#include "compiler/passes/workarounds/leave_copies_whole.hpp"
#include "compiler/passes/workarounds/llvm_version.hpp"

extern "C" {
void LLVMInitializeX86TargetInfo();
void LLVMInitializeX86Target();
void LLVMInitializeX86TargetMC();
void LLVMInitializeX86AsmParser();
void LLVMInitializeX86AsmPrinter();
}

namespace ndweave::compiler::host {
namespace {

using instruction_sets = llvm::StringMap<bool>;

/// What `name` has and this processor, whose sets are `here`, does not lack; `lacking` gets the rest. With what the
/// sets imply: x86-64-v4 is said to have AVX-512's BW, CD, DQ and VL, not F.
instruction_sets shared_with(const std::string& name, const instruction_sets& here, std::string& lacking) {
    llvm::SmallVector<llvm::StringRef> all;
    llvm::X86::getFeaturesForCPU(name, all);
    instruction_sets both;
    for (const llvm::StringRef set : all) {
        both[set] = true;
        llvm::X86::updateImpliedFeatures(set, true, both);
    }
    std::set<std::string> missing;
    for (const auto& set : both) {
        const auto found = here.find(set.first());
        if (found != here.end() && !found->second) missing.insert(set.first().str());
    }
    for (const std::string& set : missing) {
        both[set] = false;
        llvm::X86::updateImpliedFeatures(set, false, both);
        lacking += (lacking.empty() ? "" : ", ") + set;
    }
    return both;
}

cpu detect() {
    cpu found;
    found.name = llvm::sys::getHostCPUName().str();
    instruction_sets sets = llvm::sys::getHostCPUFeatures();
    if (const char* const name = std::getenv("NDWEAVE_CPU_NAME"); name != nullptr && *name != '\0') {
        if (llvm::X86::parseArchX86(name, true) == llvm::X86::CK_None) {
            found.error = "NDWEAVE_CPU_NAME is '" + std::string(name) +
                          "', which is no 64-bit processor of LLVM's; 'haswell' or 'x86-64-v3', for instance";
            return found;
        }
        found.name = name;
        sets = shared_with(name, sets, found.lacking);
    }
    // Where LLVM 19 comes to shift bytes right by 0, with their sign, GFNI's matrix has a column of ones too many.
    static_assert(is_seen_in_this_llvm, "X86's getGFNICtrlImm(ISD::SRA, 0) shifts a number of 64 bits by 64?");
    sets["gfni"] = false;
    llvm::SubtargetFeatures features;
    for (const auto& set : sets) features.AddFeature(set.first(), set.second);
    found.features = features.getString();
    found.vector_bits = sets.lookup("avx512f") ? 512 : sets.lookup("avx2") ? 256 : 128;
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

bool cpu::has(const std::string& set) const {
    return llvm::is_contained(llvm::SubtargetFeatures(features).getFeatures(), "+" + set);
}

const cpu& target_cpu() {
    static const cpu& found = *new cpu(detect());
    return found;
}

std::unique_ptr<llvm::TargetMachine> make_machine(bool fast_math, llvm::CodeGenOptLevel level) {
    initialize_once();
    leave_copies_whole();
    const std::string triple = llvm::sys::getProcessTriple();
    std::string error;
    const llvm::Target* const x86 = llvm::TargetRegistry::lookupTarget(triple, error);
    llvm::TargetOptions options;
    options.AllowFPOpFusion = fast_math ? llvm::FPOpFusion::Fast : llvm::FPOpFusion::Standard;
    return std::unique_ptr<llvm::TargetMachine>(
        x86->createTargetMachine(triple, target_cpu().name, target_cpu().features, options, llvm::Reloc::PIC_,
                                 llvm::CodeModel::Small, level, true));
}

void set_target_cpu(llvm::Module& module, const llvm::TargetMachine& machine) {
    module.setTargetTriple(machine.getTargetTriple().str());
    module.setDataLayout(machine.createDataLayout());
    for (llvm::Function& function : module) {
        if (function.isDeclaration()) continue;
        function.addFnAttr("target-cpu", target_cpu().name);
        function.addFnAttr("target-features", target_cpu().features);
        function.addFnAttr("prefer-vector-width", std::to_string(target_cpu().vector_bits));
        // Vectors that do not fit into registers would lie across cache lines: the caller's stack is aligned to 16
        // bytes, and when registers are allocated it is too late to align another.
        function.addFnAttr("stackrealign");
        // LLVM's own estimates of inverse roots are no numbers at zero and infinity: approximate_roots makes others.
        function.addFnAttr("reciprocal-estimates", "!sqrt,!vec-sqrt");
    }
}

}  // namespace ndweave::compiler::host

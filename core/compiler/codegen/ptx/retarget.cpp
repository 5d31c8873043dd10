#include "compiler/codegen/ptx/retarget.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/DebugInfo.h>
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

void drop_host_attributes(llvm::Function& function) {
    static constexpr const char* host_only[] = {
        "target-cpu",       "target-features",  "tune-cpu",         "frame-pointer",        "probe-stack",
        "stack-probe-size", "no-trapping-math", "denormal-fp-math", "denormal-fp-math-f32", "min-legal-vector-width"};
    for (const char* attribute : host_only) function.removeFnAttr(attribute);
    function.removeFnAttr(llvm::Attribute::UWTable);
    function.removeFnAttr(llvm::Attribute::StackProtect);
    function.removeFnAttr(llvm::Attribute::StackProtectReq);
    function.removeFnAttr(llvm::Attribute::StackProtectStrong);
    function.setPersonalityFn(nullptr);
}

}  // namespace

std::unique_ptr<llvm::TargetMachine> make_target_machine(const char* arch, bool fast_math, std::string& error) {
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
    options.AllowFPOpFusion = llvm::FPOpFusion::Fast;  // fused multiply-add across statements, as nvcc's default
    options.UnsafeFPMath = fast_math;
    return std::unique_ptr<llvm::TargetMachine>(
        target->createTargetMachine(triple, "sm_" + std::to_string(chosen), features, options, llvm::Reloc::PIC_,
                                    std::nullopt, llvm::CodeGenOptLevel::Aggressive));
}

void retarget(llvm::Module& module, const llvm::TargetMachine& machine, bool fast_math) {
    llvm::StripDebugInfo(module);
    if (auto* flags = module.getModuleFlagsMetadata()) flags->eraseFromParent();
    // libdevice asks for this flag through __nvvm_reflect("__CUDA_FTZ").
    module.addModuleFlag(llvm::Module::Override, "nvvm-reflect-ftz", fast_math ? 1 : 0);
    for (const char* name :
         {"llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors", "llvm.global.annotations"}) {
        if (auto* list = module.getNamedGlobal(name)) list->eraseFromParent();
    }
    for (llvm::Function& function : module) {
        drop_host_attributes(function);
        if (fast_math && !function.isDeclaration()) {
            function.addFnAttr("denormal-fp-math-f32", "preserve-sign");
            function.addFnAttr("unsafe-fp-math", "true");
        }
    }
    for (llvm::GlobalObject& object : module.global_objects()) {
        object.setComdat(nullptr);
        object.setSection("");
        object.setDSOLocal(false);
        object.setVisibility(llvm::GlobalValue::DefaultVisibility);
        if (!object.isDeclaration()) object.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
    module.setModuleInlineAsm("");
    module.setTargetTriple(triple);
    module.setDataLayout(machine.createDataLayout());
}

}  // namespace ndweave::compiler::ptx

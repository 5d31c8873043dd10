#include "compiler/codegen/ptx/passes/forget_host.hpp"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Module.h>

#include "compiler/codegen/ptx/math/reflection.hpp"

namespace ndweave::compiler::ptx {
namespace {

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

void forget_host(llvm::Module& module) {
    llvm::StripDebugInfo(module);
    if (auto* flags = module.getModuleFlagsMetadata()) flags->eraseFromParent();
    for (const char* name :
         {"llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors", "llvm.global.annotations"}) {
        if (auto* list = module.getNamedGlobal(name)) list->eraseFromParent();
    }
    for (llvm::Function& function : module) drop_host_attributes(function);
    for (llvm::GlobalObject& object : module.global_objects()) {
        object.setComdat(nullptr);
        object.setSection("");
        object.setDSOLocal(false);
        object.setVisibility(llvm::GlobalValue::DefaultVisibility);
        if (!object.isDeclaration()) object.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
    module.setModuleInlineAsm("");
}

void flush_subnormals(llvm::Module& module) {
    module.addModuleFlag(llvm::Module::Override, flush_flag, 1);
    for (llvm::Function& function : module) {
        if (function.isDeclaration()) continue;
        function.addFnAttr("denormal-fp-math-f32", "preserve-sign");
        function.addFnAttr("unsafe-fp-math", "true");
    }
}

}  // namespace ndweave::compiler::ptx

#include "compiler/passes/front/normalise_host_flags.hpp"

#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/Attributes.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/kernel_attributes.hpp"

namespace ndweave::compiler {
namespace {

constexpr const char* may_flush_name = "ndweave-may-flush-subnormals";

constexpr llvm::Attribute::AttrKind host_attributes[] = {
    llvm::Attribute::OptimizeNone,      llvm::Attribute::NoInline,        llvm::Attribute::AlwaysInline,
    llvm::Attribute::InlineHint,        llvm::Attribute::OptimizeForSize, llvm::Attribute::MinSize,
    llvm::Attribute::StackProtect,      llvm::Attribute::StackProtectReq, llvm::Attribute::StackProtectStrong,
    llvm::Attribute::SanitizeAddress,   llvm::Attribute::SanitizeMemory,  llvm::Attribute::SanitizeThread,
    llvm::Attribute::SanitizeHWAddress, llvm::Attribute::SanitizeMemTag,  llvm::Attribute::SafeStack,
    llvm::Attribute::ShadowCallStack,   llvm::Attribute::UWTable,         llvm::Attribute::NoRedZone,
    llvm::Attribute::NonLazyBind,       llvm::Attribute::OptForFuzzing,   llvm::Attribute::NoProfile,
    llvm::Attribute::SkipProfile,       llvm::Attribute::NoImplicitFloat, llvm::Attribute::Naked,
    llvm::Attribute::NoCfCheck,
};

void strip_attributes(llvm::AttributeList (*get)(llvm::Value&), void (*set)(llvm::Value&, llvm::AttributeList),
                      llvm::Value& holder, llvm::LLVMContext& context) {
    llvm::AttributeMask unwanted;
    for (const llvm::Attribute::AttrKind kind : host_attributes) unwanted.addAttribute(kind);
    const llvm::AttributeList list = get(holder);
    for (const llvm::Attribute& attribute : list.getFnAttrs()) {
        if (attribute.isStringAttribute() && !attribute.getKindAsString().starts_with(kernel_attribute_prefix))
            unwanted.addAttribute(attribute.getKindAsString());
    }
    set(holder, list.removeFnAttributes(context, unwanted));
}

void normalise(llvm::Function& function) {
    llvm::LLVMContext& context = function.getContext();
    if (is_kernel(function) && function.getFnAttribute("unsafe-fp-math").getValueAsBool())
        function.addFnAttr(may_flush_name);
    strip_attributes([](llvm::Value& f) { return llvm::cast<llvm::Function>(f).getAttributes(); },
                     [](llvm::Value& f, llvm::AttributeList a) { llvm::cast<llvm::Function>(f).setAttributes(a); },
                     function, context);
    for (llvm::Instruction& i : llvm::instructions(function)) {
        if (!llvm::isa<llvm::CallBase>(i)) continue;
        strip_attributes([](llvm::Value& c) { return llvm::cast<llvm::CallBase>(c).getAttributes(); },
                         [](llvm::Value& c, llvm::AttributeList a) { llvm::cast<llvm::CallBase>(c).setAttributes(a); },
                         i, context);
    }
    function.setComdat(nullptr);
    function.setSection("");
    function.setGC("");
    if (function.isDeclaration()) return;
    function.setVisibility(llvm::GlobalValue::DefaultVisibility);
    function.setLinkage(is_kernel(function) ? llvm::GlobalValue::ExternalLinkage : llvm::GlobalValue::InternalLinkage);
    function.setDSOLocal(true);
}

void erase_special_globals(llvm::Module& module) {
    for (const char* name :
         {"llvm.used", "llvm.compiler.used", "llvm.global.annotations", "llvm.global_ctors", "llvm.global_dtors"}) {
        if (llvm::GlobalVariable* global = module.getNamedGlobal(name)) global->eraseFromParent();
    }
}

void resolve_aliases(llvm::Module& module) {
    for (llvm::GlobalAlias& alias : llvm::make_early_inc_range(module.aliases())) {
        alias.replaceAllUsesWith(alias.getAliasee());
        alias.eraseFromParent();
    }
}

void keep_only_debug_version_flag(llvm::Module& module) {
    llvm::NamedMDNode* const flags = module.getModuleFlagsMetadata();
    if (flags != nullptr) flags->eraseFromParent();
    module.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
}

}  // namespace

void normalise_host_flags(llvm::Module& module) {
    erase_special_globals(module);
    resolve_aliases(module);
    for (llvm::Function& function : module) normalise(function);
    for (llvm::GlobalVariable& global : module.globals()) {
        global.setComdat(nullptr);
        global.setSection("");
        if (!global.isDeclaration()) {
            global.setVisibility(llvm::GlobalValue::DefaultVisibility);
            global.setLinkage(llvm::GlobalValue::InternalLinkage);
        }
    }
    module.setModuleInlineAsm("");
    llvm::stripNonLineTableDebugInfo(module);
    keep_only_debug_version_flag(module);
}

bool may_flush_subnormals(const llvm::Function& kernel) { return kernel.hasFnAttribute(may_flush_name); }

}  // namespace ndweave::compiler

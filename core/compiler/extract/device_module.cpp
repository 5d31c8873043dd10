#include "compiler/extract/device_module.hpp"

#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/extract/reachable.hpp"

namespace ndweave::extract {
namespace {

llvm::SmallVector<llvm::GlobalValue*> functions_of(const llvm::Module& module, llvm::ArrayRef<llvm::StringRef> names) {
    llvm::SmallVector<llvm::GlobalValue*> functions;
    for (llvm::StringRef name : names) functions.push_back(module.getFunction(name));
    return functions;
}

/// Constructors are often aliases of each other.
void resolve_aliases(llvm::Module& module) {
    for (llvm::GlobalAlias& alias : llvm::make_early_inc_range(module.aliases())) {
        alias.replaceAllUsesWith(alias.getAliasee());
        alias.eraseFromParent();
    }
}

/// What the host's linker wants to know of a global.
void drop_linker_properties(llvm::GlobalObject& object) {
    object.setVisibility(llvm::GlobalValue::DefaultVisibility);
    object.setDLLStorageClass(llvm::GlobalValue::DefaultStorageClass);
    object.setComdat(nullptr);
    object.setSection("");
    if (object.isDeclaration()) {
        object.setDSOLocal(false);
    } else {
        object.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
}

void erase_unreachable(llvm::Module& module, const global_set& kept) {
    llvm::SmallVector<llvm::GlobalValue*> dead;
    for (llvm::GlobalValue& global : module.global_values()) {
        if (!kept.contains(&global)) dead.push_back(&global);
    }
    for (llvm::GlobalValue* global : dead) {  // they may refer to each other
        if (auto* function = llvm::dyn_cast<llvm::Function>(global)) function->deleteBody();
        if (auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(global)) variable->setInitializer(nullptr);
    }
    for (llvm::GlobalValue* global : dead) {
        global->removeDeadConstantUsers();
        global->eraseFromParent();
    }
}

}  // namespace

std::unique_ptr<llvm::Module> clone_device_code(const llvm::Module& module, llvm::ArrayRef<llvm::StringRef> entries) {
    const global_set needed = reachable_from(functions_of(module, entries));
    llvm::ValueToValueMapTy map;
    auto clone = llvm::CloneModule(module, map, [&](const llvm::GlobalValue* global) {
        return needed.contains(const_cast<llvm::GlobalValue*>(global));
    });
    clone->setModuleInlineAsm("");
    resolve_aliases(*clone);
    const llvm::SmallVector<llvm::GlobalValue*> roots = functions_of(*clone, entries);
    erase_unreachable(*clone, reachable_from(roots));
    for (llvm::GlobalObject& object : clone->global_objects()) drop_linker_properties(object);
    for (llvm::GlobalValue* root : roots) root->setLinkage(llvm::GlobalValue::ExternalLinkage);
    return clone;
}

}  // namespace ndweave::extract

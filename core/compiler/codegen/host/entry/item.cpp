#include "compiler/codegen/host/entry/item.hpp"

#include <llvm/IR/Module.h>

namespace ndweave::compiler::host {

void expose_item(llvm::Function& kernel) {
    for (llvm::GlobalObject& object : kernel.getParent()->global_objects()) {
        if (object.isDeclaration()) continue;
        object.setVisibility(llvm::GlobalValue::DefaultVisibility);
        object.setLinkage(&object == &kernel ? llvm::GlobalValue::ExternalLinkage : llvm::GlobalValue::InternalLinkage);
    }
}

}  // namespace ndweave::compiler::host

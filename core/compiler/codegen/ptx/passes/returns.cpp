#include "compiler/codegen/ptx/passes/returns.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

namespace ndweave::compiler::ptx {
namespace {

constexpr const char* prefix = "ndweave.held.return";

bool is_held(const llvm::Constant* used) { return used->stripPointerCasts()->getName().starts_with(prefix); }

}  // namespace

void hold_returns(llvm::Module& module) {
    llvm::SmallVector<llvm::GlobalValue*> variables;
    for (llvm::Function& f : module) {
        // Functions that are inlined must be free of blocks with addresses.
        if (f.isDeclaration() || f.hasLocalLinkage()) continue;
        for (llvm::BasicBlock& block : llvm::make_early_inc_range(f)) {
            auto* const end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
            if (!end || &block == &f.getEntryBlock()) continue;
            llvm::Constant* const address = llvm::BlockAddress::get(&f, llvm::SplitBlock(&block, end));
            variables.push_back(new llvm::GlobalVariable(module, address->getType(), true,
                                                         llvm::GlobalValue::InternalLinkage, address, prefix));
        }
    }
    if (!variables.empty()) llvm::appendToCompilerUsed(module, variables);
}

void release_returns(llvm::Module& module) {
    llvm::removeFromUsedLists(module, is_held);
    for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(module.globals())) {
        if (!is_held(&variable)) continue;
        llvm::Constant* const address = variable.getInitializer();
        variable.eraseFromParent();
        if (address->use_empty()) address->destroyConstant();
    }
}

}  // namespace ndweave::compiler::ptx

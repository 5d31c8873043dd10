#include "compiler/extract/annotations/specialization_keys.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "compiler/extract/annotations/annotations.hpp"
#include "compiler/extract/annotations/name_hash.hpp"

namespace ndweave::extract {
namespace {

void return_only(llvm::Function& function, llvm::Constant* value) {
    const auto linkage = function.getLinkage();
    llvm::Comdat* const comdat = function.getComdat();
    function.deleteBody();
    function.setLinkage(linkage);
    function.setComdat(comdat);
    llvm::IRBuilder<>(llvm::BasicBlock::Create(function.getContext(), "entry", &function)).CreateRet(value);
}

}  // namespace

void set_specialization_keys(llvm::Module& module) {
    for (llvm::GlobalValue* global : annotated(module, "ndweave.specialization_key")) {
        auto* const function = llvm::dyn_cast<llvm::Function>(global);
        if (function == nullptr || function->isDeclaration()) continue;
        auto* const key = llvm::ConstantInt::get(function->getReturnType(), name_hash(function->getName()));
        for (llvm::User* user : llvm::make_early_inc_range(function->users())) {
            auto* const call = llvm::dyn_cast<llvm::CallInst>(user);
            if (call == nullptr || call->getCalledFunction() != function) continue;
            call->replaceAllUsesWith(key);
            call->eraseFromParent();
        }
        return_only(*function, key);
    }
}

}  // namespace ndweave::extract

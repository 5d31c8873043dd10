#include "compiler/codegen/c_source/passes/unknown_zero.hpp"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace ndweave::compiler::c_source_detail {

llvm::CallInst* call_of_zero(llvm::Function& kernel) {
    llvm::IRBuilder<> at(&*kernel.getEntryBlock().getFirstInsertionPt());
    auto* const type = llvm::FunctionType::get(at.getInt32Ty(), false);
    llvm::CallInst* const zero = at.CreateCall(kernel.getParent()->getOrInsertFunction(unknown_zero, type));
    zero->setDoesNotAccessMemory();
    return zero;
}

}  // namespace ndweave::compiler::c_source_detail

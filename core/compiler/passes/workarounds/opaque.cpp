#include "compiler/passes/workarounds/opaque.hpp"

#include <llvm/IR/InlineAsm.h>

namespace ndweave::compiler {

llvm::Value* opaque(llvm::IRBuilderBase& at, llvm::Value* number) {
    auto* const type = llvm::FunctionType::get(number->getType(), {number->getType()}, false);
    return at.CreateCall(type, llvm::InlineAsm::get(type, "", "=r,0", false), {number});
}

}  // namespace ndweave::compiler

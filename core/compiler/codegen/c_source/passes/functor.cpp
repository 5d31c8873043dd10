#include "compiler/codegen/c_source/passes/functor.hpp"

#include "compiler/kernel_attributes.hpp"
#include "llvm/IR/Function.h"

namespace ndweave::compiler::c_source_detail {

void describe_functor(llvm::Function& kernel) {
    llvm::LLVMContext& context = kernel.getContext();
    llvm::Argument* functor = kernel.getArg(0);
    functor->addAttr(llvm::Attribute::NoAlias);
    functor->addAttr(llvm::Attribute::ReadOnly);
    functor->addAttr(llvm::Attribute::getWithAlignment(context, llvm::Align(16)));
    if (const std::uint32_t bytes = kernel_attributes::of(kernel).functor_size)
        functor->addAttr(llvm::Attribute::getWithDereferenceableBytes(context, bytes));
}

}  // namespace ndweave::compiler::c_source_detail

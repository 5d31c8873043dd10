#include "compiler/codegen/ptx/kernel/fence.hpp"

#include <llvm/IR/InlineAsm.h>

#include <string>

namespace ndweave::compiler::ptx {

fence_scope scope_of(std::uint64_t memory_scope) {
    switch (memory_scope) {
        case 0:
            return fence_scope::none;
        case 1:
        case 2:
            return fence_scope::block;
        case 3:
            return fence_scope::device;
        default:
            return fence_scope::system;
    }
}

void emit_fence(llvm::IRBuilderBase& builder, fence_order order, fence_scope scope) {
    static constexpr const char* suffix[] = {"", ".cta;", ".gpu;", ".sys;"};
    if (scope == fence_scope::none) return;
    const std::string text = std::string(order == fence_order::sequential ? "fence.sc" : "fence.acq_rel") +
                             suffix[static_cast<unsigned>(scope)];
    llvm::FunctionType* type = llvm::FunctionType::get(builder.getVoidTy(), false);
    builder.CreateCall(llvm::InlineAsm::get(type, text, "~{memory}", true));
}

}  // namespace ndweave::compiler::ptx

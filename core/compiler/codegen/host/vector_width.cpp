#include "compiler/codegen/host/vector_width.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace ndweave::compiler::host {

namespace {

constexpr unsigned operations_of_call = 16;  // of the mathematical library

/// Loads of captures happen once.
bool accesses(const llvm::Instruction& i) {
    return (llvm::isa<llvm::LoadInst>(i) && !i.hasMetadata(llvm::LLVMContext::MD_invariant_load)) ||
           llvm::isa<llvm::StoreInst>(i);
}

unsigned operations(const llvm::Instruction& i) {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&i);
    if (call == nullptr) return i.getType()->isFPOrFPVectorTy() && i.isBinaryOp();
    if (!call->getType()->isFPOrFPVectorTy()) return 0;
    const bool fused =
        call->getIntrinsicID() == llvm::Intrinsic::fmuladd || call->getIntrinsicID() == llvm::Intrinsic::fma;
    return fused ? 2 : operations_of_call;
}

}  // namespace

bool waits_for_memory(const llvm::Module& module) {
    unsigned moved = 0, computed = 0;
    for (const llvm::Function& function : module) {
        for (const llvm::Instruction& i : llvm::instructions(function)) {
            moved += accesses(i);
            computed += operations(i);
        }
    }
    return computed <= 2 * moved;
}

void prefer_vectors_of(llvm::Module& module, unsigned bits) {
    for (llvm::Function& function : module) {
        if (!function.isDeclaration()) function.addFnAttr("prefer-vector-width", std::to_string(bits));
    }
}

}  // namespace ndweave::compiler::host

#include "compiler/passes/after_vectorizer/guard_empty_stores.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/codegen/host/entry/lanes.hpp"

namespace ndweave::compiler::host {
namespace {

constexpr unsigned mask_operand = 3;

using stores = llvm::SmallVector<llvm::IntrinsicInst*>;

bool is_masked_store(const llvm::Instruction& i) {
    const auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&i);
    if (call == nullptr || call->getIntrinsicID() != llvm::Intrinsic::masked_store) return false;
    const llvm::Value& mask = *call->getArgOperand(mask_operand);
    return is_mask(mask) && !llvm::isa<llvm::Constant>(mask);
}

/// Stores of one block with masks of one length and nothing between them that touches memory or has another effect.
std::vector<stores> neighbours(llvm::Function& function) {
    std::vector<stores> found;
    for (llvm::BasicBlock& block : function) {
        stores* open = nullptr;
        for (llvm::Instruction& i : block) {
            if (is_masked_store(i)) {
                auto* const store = llvm::cast<llvm::IntrinsicInst>(&i);
                const auto* const type = store->getArgOperand(mask_operand)->getType();
                if (open == nullptr || open->front()->getArgOperand(mask_operand)->getType() != type)
                    open = &found.emplace_back();
                open->push_back(store);
            } else if (i.mayReadOrWriteMemory() || i.mayHaveSideEffects()) {
                open = nullptr;
            }
        }
    }
    return found;
}

void skip(const stores& together) {
    llvm::IntrinsicInst* const last = together.back();
    for (llvm::IntrinsicInst* each : together) {
        if (each != last) each->moveBefore(last);
    }
    llvm::IRBuilder<> at(together.front());
    llvm::Value* mask = nullptr;
    for (llvm::IntrinsicInst* each : together) {
        llvm::Value* const own = at.CreateFreeze(each->getArgOperand(mask_operand));
        each->setArgOperand(mask_operand, own);
        mask = mask == nullptr ? own : at.CreateOr(mask, own);
    }
    llvm::Instruction* const branch = llvm::SplitBlockAndInsertIfThen(any_lane(at, mask), together.front(), false);
    for (llvm::IntrinsicInst* each : together) each->moveBefore(branch);
}

}  // namespace

unsigned guard_empty_stores(llvm::Module& module) {
    unsigned made = 0;
    for (llvm::Function& function : module) {
        for (const stores& together : neighbours(function)) {
            skip(together);
            ++made;
        }
    }
    return made;
}

}  // namespace ndweave::compiler::host

#include "compiler/passes/after_vectorizer/streaming_stores.hpp"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/Support/MathExtras.h>

#include "compiler/passes/analysis/captures.hpp"
#include "compiler/passes/analysis/loop_analyses.hpp"

namespace ndweave::compiler {
namespace {

class marker {
public:
    explicit marker(llvm::Function& function) : function_(function), analyses_(function) {}

    unsigned run() {
        unsigned marked = 0;
        for (llvm::Instruction& i : llvm::instructions(function_)) {
            auto* const store = llvm::dyn_cast<llvm::StoreInst>(&i);
            if (store == nullptr || !is_stream(*store)) continue;
            mark(*store);
            ++marked;
        }
        if (marked != 0) fence_returns();
        return marked;
    }

private:
    bool is_stream(llvm::StoreInst& store) {
        const auto* const type = llvm::dyn_cast<llvm::FixedVectorType>(store.getValueOperand()->getType());
        const llvm::Loop* const loop = analyses_.loops.getLoopFor(store.getParent());
        if (!store.isSimple() || type == nullptr || loop == nullptr || !loop->isInnermost()) return false;
        const llvm::Value* const base = base_of(store.getPointerOperand());
        return is_capture(base) && !is_read(function_, base) && is_aligned_stream(store, *loop, *type);
    }

    bool is_aligned_stream(llvm::StoreInst& store, const llvm::Loop& loop, const llvm::FixedVectorType& type) {
        const std::uint64_t bytes = type.getPrimitiveSizeInBits().getFixedValue() / 8;
        if (bytes < 16 || !llvm::isPowerOf2_64(bytes)) return false;
        const llvm::SCEV* const address = analyses_.evolution.getSCEV(store.getPointerOperand());
        const auto* const walk = llvm::dyn_cast<llvm::SCEVAddRecExpr>(address);
        if (walk == nullptr || walk->getLoop() != &loop || !walk->isAffine()) return false;
        return analyses_.evolution.getMinTrailingZeros(walk->getStart()) >= llvm::Log2_64(bytes) &&
               analyses_.evolution.getMinTrailingZeros(walk->getStepRecurrence(analyses_.evolution)) >=
                   llvm::Log2_64(bytes);
    }

    void mark(llvm::StoreInst& store) const {
        const auto* const type = llvm::cast<llvm::FixedVectorType>(store.getValueOperand()->getType());
        llvm::LLVMContext& context = function_.getContext();
        auto* const one = llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), 1);
        store.setMetadata(llvm::LLVMContext::MD_nontemporal,
                          llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(one)));
        store.setAlignment(llvm::Align(type->getPrimitiveSizeInBits().getFixedValue() / 8));
    }

    void fence_returns() const {
        for (llvm::BasicBlock& block : function_) {
            auto* const end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
            if (end != nullptr) llvm::IRBuilder<>(end).CreateIntrinsic(llvm::Intrinsic::x86_sse_sfence, {}, {});
        }
    }

    llvm::Function& function_;
    loop_analyses analyses_;
};

/// What orders the stores before it for other threads: an ordinary store on x86, which streaming stores may overtake.
/// (Locked instructions wait for those.)
bool releases(const llvm::Instruction& i) {
    if (const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&i))
        return store->isAtomic() && llvm::isReleaseOrStronger(store->getOrdering());
    const auto* const fence = llvm::dyn_cast<llvm::FenceInst>(&i);
    return fence != nullptr && llvm::isReleaseOrStronger(fence->getOrdering());
}

}  // namespace

unsigned mark_streaming_stores(llvm::Module& module) {
    for (const llvm::Function& function : module) {
        if (llvm::any_of(llvm::instructions(function), releases)) return 0;
    }
    unsigned marked = 0;
    for (llvm::Function& function : module) {
        if (!function.isDeclaration()) marked += marker(function).run();
    }
    return marked;
}

}  // namespace ndweave::compiler

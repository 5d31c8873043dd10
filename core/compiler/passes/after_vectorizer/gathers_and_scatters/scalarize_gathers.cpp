#include "compiler/passes/after_vectorizer/gathers_and_scatters/scalarize_gathers.hpp"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include <numeric>
#include <optional>

#include "compiler/passes/workarounds/opaque.hpp"

namespace ndweave::compiler::host {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// Addresses base + index * sizeof(unit).
struct indexed {
    Value* base;
    Type* unit;
    Value* index;  // a vector of 32-bit numbers
    bool is_signed;
    GEPNoWrapFlags flags;
};

std::optional<indexed> as_indexed(Value* addresses) {
    auto* const address = dyn_cast<GetElementPtrInst>(addresses);
    if (address == nullptr || address->getNumIndices() != 1) return {};
    Value* base = address->getPointerOperand();
    if (base->getType()->isVectorTy()) base = getSplatValue(base);
    Value *const wide = address->getOperand(1), *index = wide;
    const bool is_signed = !match(wide, m_ZExt(m_Value(index)));
    if (is_signed) match(wide, m_SExt(m_Value(index)));
    const bool fits = index->getType()->isVectorTy() && index->getType()->getScalarType()->isIntegerTy(32);
    if (base == nullptr || !fits) return {};
    return indexed{base, address->getSourceElementType(), index, is_signed, address->getNoWrapFlags()};
}

bool is_taken_whole(const IntrinsicInst& gather) {
    const auto* const type = dyn_cast<FixedVectorType>(gather.getType());
    const unsigned bits = type ? type->getScalarSizeInBits() : 0;
    return type && (bits == 32 || bits == 64) && type->getNumElements() % 2 == 0 &&
           match(gather.getArgOperand(2), m_AllOnes());
}

/// A vector's indices as 64-bit numbers, two in each. Numbers leave vectors one in a cycle, and stores of vectors take
/// the same way: the lower half of 16 indices goes through memory, so that neither way is the bottleneck.
class index_pairs {
public:
    index_pairs(IRBuilder<>& at, Value* index) : at_(at) {
        const unsigned lanes = cast<FixedVectorType>(index->getType())->getNumElements();
        pairs_ = at.CreateBitCast(index, FixedVectorType::get(at.getInt64Ty(), lanes / 2));
        if (lanes < 16) return;
        in_memory_ = lanes / 4;
        SmallVector<int> lower(in_memory_);
        std::iota(lower.begin(), lower.end(), 0);
        Value* const half = at.CreateShuffleVector(pairs_, lower);
        Function& function = *at.GetInsertBlock()->getParent();
        IRBuilder<> entry(&function.getEntryBlock(), function.getEntryBlock().begin());
        memory_ = entry.CreateAlloca(half->getType(), nullptr, "indices");
        at.CreateStore(half, memory_);
    }

    Value* operator[](unsigned pair) const {
        if (pair >= in_memory_) return at_.CreateExtractElement(pairs_, pair);
        return at_.CreateLoad(at_.getInt64Ty(), at_.CreateConstInBoundsGEP1_64(at_.getInt64Ty(), memory_, pair));
    }

private:
    IRBuilder<>& at_;
    Value* pairs_;
    AllocaInst* memory_ = nullptr;
    unsigned in_memory_ = 0;
};

/// Two neighbouring indices, the lower lane's first, of 64 bits each. LLVM 19 takes the upper halves of pairs of nearly
/// equal indices for zero where it knows the pair, and the whole pair for the lower index.
std::pair<Value*, Value*> two_indices(IRBuilder<>& at, Value* pair, bool is_signed) {
    Value* const both = opaque(at, pair);
    Value* const low = at.CreateTrunc(both, at.getInt32Ty());
    if (is_signed) return {at.CreateSExt(low, at.getInt64Ty()), at.CreateAShr(both, 32)};
    return {at.CreateZExt(low, at.getInt64Ty()), at.CreateLShr(both, 32)};
}

Value* load_each(IntrinsicInst& gather, const indexed& from) {
    IRBuilder<> at(&gather);
    auto* const type = cast<FixedVectorType>(gather.getType());
    const unsigned lanes = type->getNumElements();
    const Align align = cast<ConstantInt>(gather.getArgOperand(1))->getAlignValue();
    const index_pairs pairs(at, from.index);
    Value* all = PoisonValue::get(type);
    for (unsigned lane = 0; lane < lanes; lane += 2) {
        const auto [low, high] = two_indices(at, pairs[lane / 2], from.is_signed);
        for (unsigned half : {0u, 1u}) {
            Value* const address = at.CreateGEP(from.unit, from.base, half ? high : low, "", from.flags);
            LoadInst* const one = at.CreateAlignedLoad(type->getElementType(), address, align);
            one->setAAMetadata(gather.getAAMetadata());
            all = at.CreateInsertElement(all, one, lane + half);
        }
    }
    return all;
}

/// Every lane reads the same element.
Value* load_one(IntrinsicInst& gather, const indexed& from, Value& index) {
    IRBuilder<> at(&gather);
    auto* const type = cast<FixedVectorType>(gather.getType());
    Type* const wide = at.getInt64Ty();
    Value* const offset = from.is_signed ? at.CreateSExt(&index, wide) : at.CreateZExt(&index, wide);
    Value* const address = at.CreateGEP(from.unit, from.base, offset, "", from.flags);
    const Align align = cast<ConstantInt>(gather.getArgOperand(1))->getAlignValue();
    LoadInst* const one = at.CreateAlignedLoad(type->getElementType(), address, align);
    one->setAAMetadata(gather.getAAMetadata());
    return at.CreateVectorSplat(type->getNumElements(), one);
}

unsigned spell_out(Function& function) {
    SmallVector<IntrinsicInst*> gathers;
    for (Instruction& i : instructions(function)) {
        auto* const call = dyn_cast<IntrinsicInst>(&i);
        if (call && call->getIntrinsicID() == Intrinsic::masked_gather && is_taken_whole(*call))
            gathers.push_back(call);
    }
    unsigned spelled = 0;
    for (IntrinsicInst* gather : gathers) {
        const auto from = as_indexed(gather->getArgOperand(0));
        if (!from) continue;
        Value* same = getSplatValue(from->index);
        if (same == nullptr && isSplatValue(from->index))
            same = IRBuilder<>(gather).CreateExtractElement(from->index, 0ul);
        gather->replaceAllUsesWith(same ? load_one(*gather, *from, *same) : load_each(*gather, *from));
        gather->eraseFromParent();
        ++spelled;
    }
    return spelled;
}

/// False where the addresses differ, or may.
bool broadcast(IntrinsicInst& gather) {
    auto* const type = dyn_cast<FixedVectorType>(gather.getType());
    Value* address = type ? getSplatValue(gather.getArgOperand(0)) : nullptr;
    if (!address) return false;
    IRBuilder<> at(&gather);
    Value *const mask = gather.getArgOperand(2), *const otherwise = gather.getArgOperand(3);
    const bool whole = match(mask, m_AllOnes());
    MaybeAlign alignment = cast<ConstantInt>(gather.getArgOperand(1))->getMaybeAlignValue();
    if (!whole) {
        Module& module = *gather.getModule();
        Constant* const zero = Constant::getNullValue(type->getElementType());
        auto* const instead =
            new GlobalVariable(module, zero->getType(), true, GlobalValue::PrivateLinkage, zero, "nothing");
        instead->setAlignment(alignment.valueOrOne());
        Value* const bits = at.CreateBitCast(mask, at.getIntNTy(type->getNumElements()));
        address = at.CreateSelect(at.CreateIsNotNull(bits), address, instead);
    }
    Value* const loaded = at.CreateAlignedLoad(type->getElementType(), address, alignment.valueOrOne());
    Value* result = at.CreateVectorSplat(type->getNumElements(), loaded);
    if (!whole && !isa<UndefValue>(otherwise)) result = at.CreateSelect(mask, result, otherwise);
    gather.replaceAllUsesWith(result);
    result->takeName(&gather);
    return true;
}

}  // namespace

unsigned broadcast_gathers(Module& module) {
    unsigned replaced = 0;
    for (Function& function : module) {
        for (Instruction& i : make_early_inc_range(instructions(function))) {
            auto* const gather = dyn_cast<IntrinsicInst>(&i);
            if (!gather || gather->getIntrinsicID() != Intrinsic::masked_gather || !broadcast(*gather)) continue;
            gather->eraseFromParent();
            ++replaced;
        }
    }
    return replaced;
}

unsigned scalarize_gathers(Module& module) {
    unsigned spelled = 0;
    for (Function& function : module) spelled += spell_out(function);
    return spelled;
}

}  // namespace ndweave::compiler::host

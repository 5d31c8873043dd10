#include "compiler/passes/arithmetic/split_float_pairs.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

namespace ndweave::compiler {

using namespace llvm;

static bool has_vectors(const Type& type) {
    return type.isVectorTy() || any_of(type.subtypes(), [](const Type* part) { return has_vectors(*part); });
}

static bool is_pair(const Type& type) {
    const auto* vector = dyn_cast<FixedVectorType>(&type);
    return vector && vector->getNumElements() == 2 && vector->getElementType()->isFloatTy();
}

static bool is_structure(const Value& address) {
    const auto* variable = dyn_cast<AllocaInst>(getUnderlyingObject(&address));
    return variable && variable->getAllocatedType()->isStructTy() && !has_vectors(*variable->getAllocatedType());
}

/// `address` and the one after it, with the alignment of both.
struct places {
    Value* address[2];
    Align alignment[2];
};

static places places_of(IRBuilder<>& at, Value* pair, Align alignment) {
    Value* second = at.CreateConstInBoundsGEP1_64(at.getFloatTy(), pair, 1);
    return {{pair, second}, {alignment, commonAlignment(alignment, 4)}};
}

static void split(LoadInst& load) {
    IRBuilder<> at(&load);
    const places from = places_of(at, load.getPointerOperand(), load.getAlign());
    Value* pair = PoisonValue::get(load.getType());
    for (std::uint64_t part = 0; part < 2; ++part) {
        Value* one = at.CreateAlignedLoad(at.getFloatTy(), from.address[part], from.alignment[part]);
        pair = at.CreateInsertElement(pair, one, part);
    }
    load.replaceAllUsesWith(pair);
    load.eraseFromParent();
}

static void split(StoreInst& store) {
    IRBuilder<> at(&store);
    const places to = places_of(at, store.getPointerOperand(), store.getAlign());
    for (std::uint64_t part = 0; part < 2; ++part) {
        Value* one = at.CreateExtractElement(store.getValueOperand(), part);
        at.CreateAlignedStore(one, to.address[part], to.alignment[part]);
    }
    store.eraseFromParent();
}

void split_float_pairs(Module& module) {
    for (Function& function : module) {
        for (Instruction& i : make_early_inc_range(instructions(function))) {
            const Value* const address = getLoadStorePointerOperand(&i);
            if (!address || !is_pair(*getLoadStoreType(&i)) || !is_structure(*address)) continue;
            if (auto* load = dyn_cast<LoadInst>(&i); load && load->isSimple())
                split(*load);
            else if (auto* store = dyn_cast<StoreInst>(&i); store && store->isSimple())
                split(*store);
        }
    }
}

}  // namespace ndweave::compiler

#include "region_walk.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/regions/variable_liveness.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

static bool is_written_in(const region_plan& plan, BasicBlock* head, const AllocaInst& variable) {
    const auto blocks = region_blocks(plan, head);
    return any_of(variable.users(), [&](const User* user) {
        const auto* const store = dyn_cast<StoreInst>(user);
        return store && blocks.contains(const_cast<BasicBlock*>(store->getParent()));
    });
}

/// The interpreter runs the first work-item before all others.
static void reset(IRBuilder<>& at, AllocaInst& variable) {
    Value* const item = call_builtin(at, builtin::linear_id, at.getInt32Ty(), {});
    Value* const old = at.CreateLoad(at.getInt32Ty(), &variable);
    at.CreateStore(at.CreateSelect(at.CreateIsNull(item), at.getInt32(0), old), &variable);
}

static Constant* something_else(Type* type) {
    SmallVector<Constant*> parts;
    if (auto* const list = dyn_cast<ArrayType>(type)) {
        parts.assign(list->getNumElements(), something_else(list->getElementType()));
        return ConstantArray::get(list, parts);
    }
    if (auto* const pair = dyn_cast<StructType>(type)) {  // what cmpxchg returns
        for (Type* part : pair->elements()) parts.push_back(something_else(part));
        return ConstantStruct::get(pair, parts);
    }
    if (auto* const vector = dyn_cast<VectorType>(type))
        return ConstantVector::getSplat(vector->getElementCount(), something_else(vector->getElementType()));
    return type->isPointerTy() ? Constant::getNullValue(type) : Constant::getAllOnesValue(type);
}

region_walk walk_by_regions(const Function& kernel, const region_plan& plan, ArrayRef<const AllocaInst*> shared,
                            ArrayRef<const AllocaInst*> kept) {
    ValueToValueMapTy copies;
    region_walk made{CloneModule(*kernel.getParent(), copies), nullptr, {}};
    const auto copy_of = [&](const AllocaInst* one) { return cast<AllocaInst>(copies[one]); };
    made.kernel = cast<Function>(copies[&kernel]);
    for (const AllocaInst* one : shared) made.shared.push_back(copy_of(one));
    for (const AllocaInst* one : plan.any) made.shared.push_back(copy_of(one));
    std::vector<spill_variable> variables;
    for (const AllocaInst* one : kept) variables.push_back({copy_of(one), false});
    const variable_liveness live(*made.kernel, variables);
    for (BasicBlock* head : plan.heads) {
        auto* const copy = cast<BasicBlock>(copies[head]);
        IRBuilder<> at(copy, copy->getFirstInsertionPt());
        call_builtin(at, builtin::barrier, at.getVoidTy(), {});
        for (AllocaInst* any : plan.any) {
            if (is_written_in(plan, head, *any)) reset(at, *copy_of(any));
        }
        for (unsigned n = 0; n < variables.size(); ++n) {
            AllocaInst* const one = variables[n].variable;
            if (!live.live_in(copy).test(n)) at.CreateStore(something_else(one->getAllocatedType()), one);
        }
    }
    return made;
}

}  // namespace ndweave::compiler::testing

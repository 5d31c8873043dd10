#include "compiler/passes/regions/spill_slots.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

/// An array over the work-items, and the variables that it keeps.
struct item_array {
    Type* element;
    Value* memory;
    BitVector variables;
};

/// Gives out arrays, one to all variables of a type that are never kept at the same time.
class item_arrays {
public:
    item_arrays(const std::vector<BitVector>& together, group_storage& storage)
        : together_(together), storage_(storage) {}

    Value* memory_for(unsigned variable, unsigned variables, Type* element, StringRef name) {
        BitVector others(variables);
        for (const BitVector& kept : together_) {
            if (kept.test(variable)) others |= kept;
        }
        auto found = find_if(
            arrays_, [&](const item_array& a) { return a.element == element && !a.variables.anyCommon(others); });
        if (found == arrays_.end()) {
            arrays_.push_back({element, storage_.for_every_item(element, name), BitVector(variables)});
            found = std::prev(arrays_.end());
        }
        found->variables.set(variable);
        return found->memory;
    }

private:
    const std::vector<BitVector>& together_;
    group_storage& storage_;
    std::vector<item_array> arrays_;
};

}  // namespace

spill_slots::spill_slots(const std::vector<spill_variable>& variables, const std::vector<BitVector>& together,
                         group_storage& storage) {
    item_arrays arrays(together, storage);
    for (const spill_variable& kept : variables) {
        Type* type = kept.variable->getAllocatedType();
        const bool widen = !kept.uniform && type->isIntegerTy(1);
        slot s{kept.variable, widen ? Type::getInt8Ty(type->getContext()) : type, nullptr, kept.uniform};
        if (s.uniform) {
            s.memory = temporaries_.emplace_back(storage.for_the_group(type, kept.variable->getName()));
        } else {
            s.memory = arrays.memory_for(slots_.size(), variables.size(), s.stored, kept.variable->getName());
        }
        slots_.push_back(s);
        temporaries_.push_back(kept.variable);
    }
}

void spill_slots::load(IRBuilder<>& group, IRBuilder<>& item, const region& r, const BitVector& live) const {
    for (unsigned v : live.set_bits()) {
        const slot& s = slots_[v];
        Value* kept = s.uniform ? group.CreateLoad(s.stored, s.memory) : load_item(item, r, s);
        item.CreateStore(kept, s.variable);
    }
}

void spill_slots::save(IRBuilder<>& item, const region& r, const BitVector& live) const {
    BitVector changed = r.stored;
    changed &= live;
    for (unsigned v : changed.set_bits()) {
        const slot& s = slots_[v];
        Value* value = item.CreateLoad(s.variable->getAllocatedType(), s.variable);
        if (s.uniform) {
            item.CreateStore(value, s.memory);
        } else {
            store_item(item, r, s, value);
        }
    }
}

Value* spill_slots::address(IRBuilder<>& at, const region& r, const slot& s) {
    return at.CreateInBoundsGEP(s.stored, s.memory, at.CreateZExt(r.loops.linear, at.getInt64Ty()));
}

Value* spill_slots::load_item(IRBuilder<>& at, const region& r, const slot& s) {
    LoadInst* load = at.CreateLoad(s.stored, address(at, r, s));
    load->setMetadata(LLVMContext::MD_access_group, r.loops.access_group);
    Type* type = s.variable->getAllocatedType();
    return s.stored == type ? load : at.CreateTrunc(load, type);
}

void spill_slots::store_item(IRBuilder<>& at, const region& r, const slot& s, Value* value) {
    if (s.stored != value->getType()) value = at.CreateZExt(value, s.stored);
    at.CreateStore(value, address(at, r, s))->setMetadata(LLVMContext::MD_access_group, r.loops.access_group);
}

}  // namespace ndweave::compiler

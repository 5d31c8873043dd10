#include "compiler/passes/regions/spill_slots.hpp"

#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/codegen/host/tuning.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"

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
    item_arrays(const std::vector<BitVector>& together, group_storage& storage, std::uint32_t granularity)
        : together_(together), storage_(storage), granularity_(granularity) {}

    Value* memory_for(unsigned variable, unsigned variables, Type* element, StringRef name) {
        BitVector others(variables);
        for (const BitVector& kept : together_) {
            if (kept.test(variable)) others |= kept;
        }
        auto found = find_if(
            arrays_, [&](const item_array& a) { return a.element == element && !a.variables.anyCommon(others); });
        if (found == arrays_.end()) {
            arrays_.push_back({element, storage_.for_every_item(element, name, granularity_), BitVector(variables)});
            found = std::prev(arrays_.end());
        }
        found->variables.set(variable);
        return found->memory;
    }

private:
    const std::vector<BitVector>& together_;
    group_storage& storage_;
    std::uint32_t granularity_;
    std::vector<item_array> arrays_;
};

/// Whether an array of such elements is, in memory, what a vector of them is.
bool lies_as_vector(Type* element, const DataLayout& layout) {
    return VectorType::isValidElementType(element) &&
           layout.getTypeSizeInBits(element) == 8 * layout.getTypeAllocSize(element);
}

}  // namespace

spill_slots::spill_slots(const std::vector<spill_variable>& variables, const std::vector<BitVector>& together,
                         group_storage& storage, items of)
    : storage_(storage), of_(of) {
    item_arrays arrays(together, storage, of.lanes);
    for (const spill_variable& kept : variables) {
        AllocaInst& variable = *kept.variable;
        Type* type = variable.getAllocatedType();
        const bool widen = !kept.uniform && type->isIntegerTy(1);
        slot s{&variable, widen ? Type::getInt8Ty(type->getContext()) : type, nullptr, kept.uniform, false};
        s.is_vector = of_.vectors && !s.uniform && lies_as_vector(s.stored, variable.getDataLayout());
        if (s.uniform || s.is_vector) {
            Type* whole = s.uniform ? type : FixedVectorType::get(s.stored, of_.lanes);
            s.memory = temporaries_.emplace_back(storage.for_the_group(whole, variable.getName()));
            if (s.is_vector && of_.apart) {
                IRBuilder<> prologue(variable.getParent()->getTerminator());
                prologue.CreateStore(Constant::getNullValue(whole), s.memory);
            }
        } else {
            s.memory = arrays.memory_for(slots_.size(), variables.size(), s.stored, variable.getName());
        }
        slots_.push_back(s);
        temporaries_.push_back(&variable);
    }
}

void spill_slots::load(IRBuilder<>& group, IRBuilder<>& item, region& r, const BitVector& live) {
    for (unsigned v : live.set_bits()) {
        const slot& s = slots_[v];
        Value* kept = nullptr;
        if (s.uniform) {
            kept = group.CreateLoad(s.stored, s.memory);
        } else if (s.is_vector) {
            AllocaInst* array = array_for(r, r.read, v);
            fill(group, vector_of(group, s), array);
            kept = load_item(item, r, s, array);
        } else {
            kept = load_item(item, r, s, s.memory);
        }
        item.CreateStore(kept, s.variable);
    }
}

void spill_slots::save(IRBuilder<>& item, region& r, const BitVector& live) {
    BitVector changed = r.stored;
    changed &= live;
    for (unsigned v : changed.set_bits()) {
        const slot& s = slots_[v];
        Value* value = item.CreateLoad(s.variable->getAllocatedType(), s.variable);
        if (s.uniform)
            item.CreateStore(value, s.memory);
        else
            store_item(item, r, s, s.is_vector ? array_for(r, r.written, v) : s.memory, value);
    }
}

/// Lanes that do not run have no value: any is as good, but one it must be. Zeros, since LLVM 19's code generator does
/// not end on some vectors that are frozen (docs/llvm-19.md).
void spill_slots::leave(region& r) const {
    IRBuilder<> before(r.loops.entry->getTerminator()), behind(r.loops.after, r.loops.after->begin());
    for (const auto& [v, array] : r.written) {
        const slot& s = slots_[v];
        Type* type = cast<AllocaInst>(s.memory)->getAllocatedType();
        if (of_.some) fill(before, of_.apart ? vector_of(before, s) : Constant::getNullValue(type), array);
        Value* vector = behind.CreateAlignedLoad(type, array, array->getAlign());
        behind.CreateStore(vector, s.memory);
    }
}

/// Null where the value is the same in all lanes.
const spill_slots::slot* spill_slots::slot_of(const CallInst& exchange) const {
    const auto* const kept = dyn_cast<LoadInst>(exchange.getArgOperand(0));
    const auto found =
        find_if(slots_, [&](const slot& s) { return kept != nullptr && s.variable == kept->getPointerOperand(); });
    return found == slots_.end() || found->uniform ? nullptr : &*found;
}

Value* spill_slots::ballot(region& r, CallInst& call) {
    IRBuilder<> item(&call);
    Value* const members = members_of(call);
    const slot* const s = slot_of(call);
    if (s != nullptr) return item.CreateAnd(votes(r, *s), members);
    return item.CreateSelect(item.CreateIsNotNull(call.getArgOperand(0)), members, item.getInt64(0));
}

/// Of all lanes, in the region's entry.
Value* spill_slots::votes(region& r, const slot& s) {
    Instruction* const end = r.loops.entry->getTerminator();
    IRBuilder<> group(end);
    Type* const word = group.getInt64Ty();
    if (s.is_vector) {
        Value* const is_for = group.CreateIsNotNull(vector_of(group, s));
        return group.CreateZExt(group.CreateBitCast(is_for, group.getIntNTy(of_.lanes)), word);
    }
    AllocaInst* const all = temporaries_.emplace_back(storage_.for_the_group(word, "votes"));
    group.CreateStore(group.getInt64(0), all);
    const auto [body, lane] = SplitBlockAndInsertSimpleForLoop(group.getInt32(of_.lanes), end);
    IRBuilder<> each(body);
    Value* const vote = each.CreateIsNotNull(each.CreateLoad(s.stored, address(each, s.stored, s.memory, lane)));
    Value* const bit = each.CreateShl(each.CreateZExt(vote, word), each.CreateZExt(lane, word));
    each.CreateStore(each.CreateOr(each.CreateLoad(word, all), bit), all);
    return IRBuilder<>(end).CreateLoad(word, all);
}

Value* spill_slots::exchanged(region& r, CallInst& exchange) {
    const slot* const found = slot_of(exchange);
    if (found == nullptr) return exchange.getArgOperand(0);
    const slot& s = *found;
    if (is_permute(exchange)) return permuted(r, s, *cast<Constant>(exchange.getArgOperand(1)));
    IRBuilder<> at(&exchange);
    Value* array = s.is_vector ? r.read.lookup(static_cast<unsigned>(found - slots_.data())) : s.memory;
    Value* lane = at.CreateURem(exchange.getArgOperand(1), at.getInt32(of_.lanes));
    LoadInst* load = at.CreateLoad(s.stored, address(at, s.stored, array, lane));
    load->setMetadata(LLVMContext::MD_access_group, r.loops.access_group);
    return load;
}

Value* spill_slots::permuted(region& r, const slot& s, Constant& lanes) {
    SmallVector<int> mask;
    for (std::uint32_t lane = 0; lane < of_.lanes; ++lane) {
        const auto* const asked = cast<ConstantInt>(lanes.getAggregateElement(lane));
        mask.push_back(static_cast<int>(asked->getZExtValue()));
    }
    IRBuilder<> group(r.loops.entry->getTerminator());
    Value* vector = vector_of(group, s);
    if (all_equal(mask)) return group.CreateExtractElement(vector, static_cast<std::uint64_t>(mask[0]));
    AllocaInst* array = make_array(r, s.stored, "permuted");
    fill(group, group.CreateShuffleVector(vector, mask), array);
    IRBuilder<> item(r.loops.innermost->getTerminator());
    return load_item(item, r, s, array);
}

Value* spill_slots::vector_of(IRBuilder<>& at, const slot& s) {
    return at.CreateLoad(cast<AllocaInst>(s.memory)->getAllocatedType(), s.memory);
}

AllocaInst* spill_slots::make_array(region& r, Type* element, StringRef name) {
    return r.arrays.emplace_back(storage_.for_one_region(element, of_.lanes, name));
}

AllocaInst* spill_slots::array_for(region& r, DenseMap<unsigned, AllocaInst*>& arrays, unsigned variable) {
    AllocaInst*& array = arrays[variable];
    const slot& s = slots_[variable];
    if (array == nullptr) array = make_array(r, s.stored, s.variable->getName());
    return array;
}

/// Other sub-groups have them on the other side of a group's barrier.
void spill_slots::end_arrays(region& r) {
    BasicBlock& entry = *r.loops.entry;
    const auto barrier = find_if(entry, [](const Instruction& i) { return calls(i, builtin::barrier); });
    IRBuilder<> before(&entry, barrier == entry.end() ? entry.begin() : std::next(barrier));
    IRBuilder<> behind(r.loops.after->getTerminator());
    for (AllocaInst* array : r.arrays) {
        ConstantInt* const bytes = before.getInt64(array->getAllocationSize(array->getDataLayout())->getFixedValue());
        before.CreateLifetimeStart(array, bytes);
        behind.CreateLifetimeEnd(array, bytes);
    }
}

void spill_slots::fill(IRBuilder<>& at, Value* vector, AllocaInst* array) {
    at.CreateAlignedStore(vector, array, array->getAlign());
}

Value* spill_slots::address(IRBuilder<>& at, Type* element, Value* memory, Value* index) {
    return at.CreateInBoundsGEP(element, memory, at.CreateZExt(index, at.getInt64Ty()));
}

/// A sub-group's vectors may be longer than their arrays are aligned.
template <class Access>
static void limit_alignment(Access& access) {
    const Align most(host::target_tuning().cache_line);
    if (access.getAlign() > most) access.setAlignment(most);
}

Value* spill_slots::load_item(IRBuilder<>& at, const region& r, const slot& s, Value* memory) {
    LoadInst* load = at.CreateLoad(s.stored, address(at, s.stored, memory, r.loops.linear));
    limit_alignment(*load);
    load->setMetadata(LLVMContext::MD_access_group, r.loops.access_group);
    Type* type = s.variable->getAllocatedType();
    return s.stored == type ? load : at.CreateTrunc(load, type);
}

void spill_slots::store_item(IRBuilder<>& at, const region& r, const slot& s, Value* memory, Value* value) {
    if (s.stored != value->getType()) value = at.CreateZExt(value, s.stored);
    StoreInst* store = at.CreateStore(value, address(at, s.stored, memory, r.loops.linear));
    limit_alignment(*store);
    store->setMetadata(LLVMContext::MD_access_group, r.loops.access_group);
}

}  // namespace ndweave::compiler

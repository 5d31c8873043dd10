/// OpenCL C 1.2 has no pointer to one of several kinds of memory. LLVM makes them of ordinary code, though:
///
///     x = c ? global[i] : local[i]     ==>     p = c ? global : local; x = p[i]
///
/// Such a pointer becomes one for each kind and the number of the kind, and accesses branch on that number; comparisons
/// and conversions to integers select the address by it. An array of such pointers, as what work-items keep between two
/// loops is, becomes an array for each kind and one of numbers.
#include <array>

#include "compiler/codegen/c_source/text/emission.hpp"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

namespace ndweave::compiler::c_source_detail {
namespace {

using namespace llvm;

constexpr std::array kinds{space::private_memory, space::local_memory, space::global_memory, space::constant_memory};

/// Of a pointer, or of an array of pointers.
struct parts {
    std::array<Value*, kinds.size()> of{};  // null: never of that kind
    Value* kind = nullptr;                  // index into `kinds`; of an array, 64 bits for each pointer
};

class splitter {
public:
    explicit splitter(emission& e) : e_(e), number_(Type::getInt32Ty(e.module.getContext())) {}

    /// Whether there was such a pointer. Those with other uses stay.
    bool run() {
        const ReversePostOrderTraversal<Function*> walk(&e_.entry);
        for (BasicBlock* block : walk) {
            for (Instruction& i : *block) {
                if (is_mixed(i)) mixed_.push_back(&i);
            }
        }
        if (mixed_.empty() || !all_of(mixed_, [&](const Instruction* i) { return can_split(*i); })) return false;
        find_kinds();
        find_arrays();
        for (Instruction* i : mixed_) make_parts(*i);
        for (Instruction* i : mixed_) {
            if (auto* phi = dyn_cast<PHINode>(i)) complete(*phi);
        }
        replace_addresses();
        split_accesses();
        for (StoreInst* store : stores_) split_store(*store);
        for (Instruction* i : mixed_) i->replaceAllUsesWith(PoisonValue::get(i->getType()));
        for (Instruction* i : mixed_) erase(*i);
        return true;
    }

private:
    bool is_mixed(const Value& v) const { return v.getType()->isPointerTy() && e_.spaces.lookup(&v) == space::mixed; }

    static bool is_access(const Use& use) {
        const User* user = use.getUser();
        return isa<LoadInst>(user) || (isa<StoreInst>(user) && use.getOperandNo() == 1) ||
               (isa<AtomicRMWInst, AtomicCmpXchgInst>(user) && use.getOperandNo() == 0);
    }

    static bool takes_address(const User& user) { return isa<ICmpInst, PtrToIntInst>(user); }

    /// Whether it is stored to an array of pointers, or loaded from one.
    bool is_kept(const Instruction& access) const { return e_.pointers.array_of(access) != nullptr; }

    bool can_split(const Instruction& i) const {
        return (isa<PHINode, SelectInst, GetElementPtrInst, FreezeInst>(i) || is_kept(i)) &&
               all_of(i.uses(), [&](const Use& use) {
                   const User& user = *use.getUser();
                   return is_access(use) || takes_address(user) || is_mixed(user) || is_kept(*cast<Instruction>(&user));
               });
    }

    SmallVector<Value*> origins(Instruction& i) const {
        if (const AllocaInst* array = e_.pointers.array_of(i)) {
            SmallVector<Value*> stored;
            for (const Value* v : e_.pointers.stored_to(*array)) stored.push_back(const_cast<Value*>(v));
            return stored;
        }
        if (auto* phi = dyn_cast<PHINode>(&i)) return {phi->op_begin(), phi->op_end()};
        if (auto* select = dyn_cast<SelectInst>(&i)) return {select->getTrueValue(), select->getFalseValue()};
        return {i.getOperand(0)};
    }

    /// Of which kinds each pointer may be: a fixed point.
    void find_kinds() {
        for (bool changed = true; changed;) {
            changed = false;
            for (Instruction* i : mixed_) {
                unsigned& known = may_be_[i];
                const unsigned before = known;
                for (Value* from : origins(*i)) known |= kinds_of(*from);
                changed |= known != before;
            }
        }
    }

    /// Arrays that a mixed pointer is loaded from, with a part for each kind and one for the numbers.
    void find_arrays() {
        for (const Instruction* i : mixed_) {
            if (const AllocaInst* array = e_.pointers.array_of(*i)) make_arrays(*const_cast<AllocaInst*>(array), *i);
        }
        for (Instruction& i : instructions(e_.entry)) {
            auto* const store = dyn_cast<StoreInst>(&i);
            if (store && is_kept(i) && arrays_.count(e_.pointers.array_of(i))) stores_.push_back(store);
        }
    }

    void make_arrays(AllocaInst& array, const Instruction& loaded) {
        parts& made = arrays_[&array];
        if (made.kind != nullptr) return;
        for (unsigned kind = 0; kind < kinds.size(); ++kind) {
            if (may_be_[&loaded] & 1u << kind) made.of[kind] = copy_before(array, array);
        }
        made.kind = copy_before(array, array);
    }

    static Instruction* copy_before(Instruction& place, const Instruction& i) {
        Instruction* const copy = i.clone();
        copy->insertBefore(place.getIterator());
        return copy;
    }

    /// The address `place` of an element of `array`, in `part` of it.
    static Value* element(Value& place, const Value& array, Value& part) {
        if (&place == &array) return &part;
        auto& step = cast<GetElementPtrInst>(place);
        Instruction* const copy = copy_before(step, step);
        copy->setOperand(0, element(*step.getPointerOperand(), array, part));
        return copy;
    }

    /// A load of `type` from `part` of the array that `load` reads, in its place.
    Value* load_part(Instruction& load, Type* type, Value& part) const {
        IRBuilder<> at(&load);
        LoadInst* const copy =
            at.CreateLoad(type, element(*getLoadStorePointerOperand(&load), *e_.pointers.array_of(load), part));
        copy->setMetadata(LLVMContext::MD_access_group, load.getMetadata(LLVMContext::MD_access_group));
        return copy;
    }

    void store_part(StoreInst& store, Value* value, Value& part) const {
        IRBuilder<> at(&store);
        at.CreateStore(value, element(*store.getPointerOperand(), *e_.pointers.array_of(store), part))
            ->setMetadata(LLVMContext::MD_access_group, store.getMetadata(LLVMContext::MD_access_group));
    }

    void split_store(StoreInst& store) {
        const parts array = arrays_[e_.pointers.array_of(store)];
        Value& stored = *store.getValueOperand();
        if (const unsigned possible = kinds_of(stored)) {
            for (unsigned kind = 0; kind < kinds.size(); ++kind) {
                if (possible & 1u << kind) store_part(store, part(stored, kind), *array.of[kind]);
            }
            IRBuilder<> at(&store);
            store_part(store, at.CreateZExt(kind_of(stored), at.getInt64Ty()), *array.kind);
        }
        erase(store);
    }

    /// With the addresses that only it has used.
    static void erase(Instruction& i) {
        Value* const address = isa<LoadInst, StoreInst>(i) ? getLoadStorePointerOperand(&i) : nullptr;
        i.eraseFromParent();
        if (address) RecursivelyDeleteTriviallyDeadInstructions(address);
    }

    unsigned kinds_of(Value& v) {
        if (is_mixed(v)) return may_be_.lookup(&v);
        return isa<UndefValue>(v) ? 0 : 1u << index_of(v);
    }

    unsigned index_of(const Value& v) const {
        return static_cast<unsigned>(std::distance(kinds.begin(), find(kinds, space_of(e_, v))));
    }

    Value* part(Value& v, unsigned kind) {
        Value* const made = is_mixed(v) ? made_[&v].of[kind] : kinds_of(v) & 1u << kind ? &v : nullptr;
        return made ? made : PoisonValue::get(v.getType());
    }

    Value* kind_of(Value& v) {
        if (is_mixed(v)) return made_[&v].kind;
        return isa<UndefValue>(v) ? static_cast<Value*>(PoisonValue::get(number_)) : number(index_of(v));
    }

    Value* number(unsigned kind) const { return ConstantInt::get(number_, kind); }

    void make_parts(Instruction& i) {
        parts& made = made_[&i];
        for (unsigned kind = 0; kind < kinds.size(); ++kind) {
            if (may_be_[&i] & 1u << kind) made.of[kind] = pointer_of_kind(i, kind);
        }
        IRBuilder<> at(&i);
        if (is_kept(i))
            made.kind = at.CreateTrunc(load_part(i, at.getInt64Ty(), *array_of(i).kind), number_);
        else if (auto* phi = dyn_cast<PHINode>(&i))
            made.kind = at.CreatePHI(number_, phi->getNumIncomingValues());
        else if (auto* select = dyn_cast<SelectInst>(&i))
            made.kind = at.CreateSelect(select->getCondition(), kind_of(*select->getTrueValue()),
                                        kind_of(*select->getFalseValue()));
        else
            made.kind = kind_of(*i.getOperand(0));
    }

    const parts& array_of(const Instruction& access) const {
        return arrays_.find(e_.pointers.array_of(access))->second;
    }

    Value* pointer_of_kind(Instruction& i, unsigned kind) {
        IRBuilder<> at(&i);
        if (is_kept(i)) return load_part(i, i.getType(), *array_of(i).of[kind]);
        if (auto* phi = dyn_cast<PHINode>(&i)) return at.CreatePHI(i.getType(), phi->getNumIncomingValues());
        if (auto* select = dyn_cast<SelectInst>(&i)) {
            Value *const yes = part(*select->getTrueValue(), kind), *const no = part(*select->getFalseValue(), kind);
            return isa<PoisonValue>(no)    ? yes
                   : isa<PoisonValue>(yes) ? no
                                           : at.CreateSelect(select->getCondition(), yes, no);
        }
        Instruction* const copy = copy_before(i, i);
        copy->setOperand(0, part(*i.getOperand(0), kind));
        return copy;
    }

    void complete(PHINode& phi) {
        parts& made = made_[&phi];
        for (unsigned n = 0; n < phi.getNumIncomingValues(); ++n) {
            Value& from = *phi.getIncomingValue(n);
            BasicBlock* const block = phi.getIncomingBlock(n);
            cast<PHINode>(made.kind)->addIncoming(kind_of(from), block);
            for (unsigned kind = 0; kind < kinds.size(); ++kind) {
                if (made.of[kind]) cast<PHINode>(made.of[kind])->addIncoming(part(from, kind), block);
            }
        }
    }

    void replace_addresses() {
        SetVector<Instruction*> users;
        for (Instruction* i : mixed_) {
            for (User* user : i->users()) {
                if (takes_address(*user)) users.insert(cast<Instruction>(user));
            }
        }
        for (Instruction* user : users) {
            IRBuilder<> at(user);
            auto* const compare = dyn_cast<ICmpInst>(user);
            user->replaceAllUsesWith(compare
                                         ? compare_pointers(*compare, at)
                                         : at.CreateZExtOrTrunc(address(*user->getOperand(0), at), user->getType()));
            user->eraseFromParent();
        }
    }

    /// As an integer. Memory of two kinds may have the same addresses.
    Value* address(Value& pointer, IRBuilder<>& at) {
        if (!is_mixed(pointer)) return at.CreatePtrToInt(&pointer, at.getInt64Ty());
        const parts whole = made_[&pointer];
        Value* made = nullptr;
        for (unsigned kind = 0; kind < kinds.size(); ++kind) {
            if (whole.of[kind] == nullptr) continue;
            Value* const of_kind = at.CreatePtrToInt(whole.of[kind], at.getInt64Ty());
            made = made ? at.CreateSelect(at.CreateICmpEQ(whole.kind, number(kind)), of_kind, made) : of_kind;
        }
        return made ? made : PoisonValue::get(at.getInt64Ty());
    }

    /// Pointers of two kinds are equal where both are null; no order is between others (C++ [expr.rel]).
    Value* compare_pointers(const ICmpInst& compare, IRBuilder<>& at) {
        Value &left = *compare.getOperand(0), &right = *compare.getOperand(1);
        Value* const address_of_left = address(left, at);
        Value* const by_address = at.CreateICmp(compare.getPredicate(), address_of_left, address(right, at));
        if (compare.isRelational()) return by_address;
        Value* const same_object =
            at.CreateOr(at.CreateICmpEQ(kind_of(left), kind_of(right)), at.CreateIsNull(address_of_left));
        return compare.getPredicate() == CmpInst::ICMP_EQ ? at.CreateAnd(by_address, same_object)
                                                          : at.CreateOr(by_address, at.CreateNot(same_object));
    }

    void split_accesses() {
        MapVector<Instruction*, unsigned> accesses;  // and the operand that is the pointer
        for (Instruction* i : mixed_) {
            for (const Use& use : i->uses()) {
                if (is_access(use)) accesses[cast<Instruction>(use.getUser())] = use.getOperandNo();
            }
        }
        for (const auto& [access, operand] : accesses) split(*access, operand);
    }

    void split(Instruction& access, unsigned operand) {
        const parts pointer = made_[access.getOperand(operand)];
        SmallVector<unsigned> possible;
        for (unsigned kind = 0; kind < kinds.size(); ++kind) {
            const bool may_write = !isa<LoadInst>(access) && kinds[kind] == space::constant_memory;
            if (pointer.of[kind] && !may_write) possible.push_back(kind);
        }
        SmallVector<Instruction*> copies;
        for (const unsigned kind : ArrayRef(possible).drop_back()) {
            IRBuilder<> at(&access);
            Instruction *yes = nullptr, *no = nullptr;
            SplitBlockAndInsertIfThenElse(at.CreateICmpEQ(pointer.kind, number(kind)), &access, &yes, &no);
            copies.push_back(copy_before(*yes, access));
            copies.back()->setOperand(operand, pointer.of[kind]);
            join(access, *copies.back(), no->getParent());
        }
        access.setOperand(operand, pointer.of[possible.back()]);
    }

    /// Moves `access` to the other way, where the next kind is asked for, and joins the results behind both.
    static void join(Instruction& access, Instruction& copy, BasicBlock* other) {
        BasicBlock* const behind = access.getParent();
        if (!access.use_empty()) {
            PHINode* const result = PHINode::Create(access.getType(), 2, "", behind->begin());
            access.replaceAllUsesWith(result);
            result->addIncoming(&copy, copy.getParent());
            result->addIncoming(&access, other);
        }
        access.moveBefore(other->getTerminator());
    }

    emission& e_;
    Type* number_;
    SmallVector<Instruction*> mixed_;  // in reverse postorder
    DenseMap<const Value*, unsigned> may_be_;
    DenseMap<const Value*, parts> made_;
    DenseMap<const Value*, parts> arrays_;
    SmallVector<StoreInst*> stores_;  // to one of these
};

}  // namespace

bool split_mixed_pointers(emission& e) { return splitter(e).run(); }

}  // namespace ndweave::compiler::c_source_detail

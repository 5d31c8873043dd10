/// OpenCL C 1.2 has no pointer to one of several kinds of memory. LLVM makes them of ordinary code, though:
///
///     x = c ? global[i] : local[i]     ==>     p = c ? global : local; x = p[i]
///
/// Such a pointer becomes one for each kind and the number of the kind, and accesses branch on that number.
#include <array>

#include "compiler/target/c_source/emission.hpp"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace ndweave::compiler::c_source_detail {
namespace {

using namespace llvm;

constexpr std::array kinds{space::private_memory, space::local_memory, space::global_memory, space::constant_memory};

struct parts {
    std::array<Value*, kinds.size()> of{};  // null: never of that kind
    Value* kind = nullptr;                  // index into `kinds`
};

class splitter {
public:
    explicit splitter(emission& e) : e_(e), number_(Type::getInt32Ty(e.module.getContext())) {}

    /// Whether there was such a pointer. Those with other uses than accesses stay.
    bool run() {
        const ReversePostOrderTraversal<Function*> walk(&e_.entry);
        for (BasicBlock* block : walk) {
            for (Instruction& i : *block) {
                if (is_mixed(i)) mixed_.push_back(&i);
            }
        }
        if (mixed_.empty() || !all_of(mixed_, [&](const Instruction* i) { return can_split(*i); })) return false;
        find_kinds();
        for (Instruction* i : mixed_) make_parts(*i);
        for (Instruction* i : mixed_) {
            if (auto* phi = dyn_cast<PHINode>(i)) complete(*phi);
        }
        split_accesses();
        for (Instruction* i : mixed_) i->replaceAllUsesWith(PoisonValue::get(i->getType()));
        for (Instruction* i : mixed_) i->eraseFromParent();
        return true;
    }

private:
    bool is_mixed(const Value& v) const { return v.getType()->isPointerTy() && e_.spaces.lookup(&v) == space::mixed; }

    static bool is_access(const Use& use) {
        const User* user = use.getUser();
        return isa<LoadInst>(user) || (isa<StoreInst>(user) && use.getOperandNo() == 1) ||
               (isa<AtomicRMWInst, AtomicCmpXchgInst>(user) && use.getOperandNo() == 0);
    }

    bool can_split(const Instruction& i) const {
        return isa<PHINode, SelectInst, GetElementPtrInst, FreezeInst>(i) &&
               all_of(i.uses(), [&](const Use& use) { return is_access(use) || is_mixed(*use.getUser()); });
    }

    static SmallVector<Value*> origins(Instruction& i) {
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
        if (auto* phi = dyn_cast<PHINode>(&i))
            made.kind = at.CreatePHI(number_, phi->getNumIncomingValues());
        else if (auto* select = dyn_cast<SelectInst>(&i))
            made.kind = at.CreateSelect(select->getCondition(), kind_of(*select->getTrueValue()),
                                        kind_of(*select->getFalseValue()));
        else
            made.kind = kind_of(*i.getOperand(0));
    }

    Value* pointer_of_kind(Instruction& i, unsigned kind) {
        IRBuilder<> at(&i);
        if (auto* phi = dyn_cast<PHINode>(&i)) return at.CreatePHI(i.getType(), phi->getNumIncomingValues());
        if (auto* select = dyn_cast<SelectInst>(&i)) {
            Value *const yes = part(*select->getTrueValue(), kind), *const no = part(*select->getFalseValue(), kind);
            return isa<PoisonValue>(no)    ? yes
                   : isa<PoisonValue>(yes) ? no
                                           : at.CreateSelect(select->getCondition(), yes, no);
        }
        Instruction* const copy = at.Insert(i.clone());
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
            copies.push_back(copy_before(*yes, access, operand, pointer.of[kind]));
            join(access, *copies.back(), no->getParent());
        }
        access.setOperand(operand, pointer.of[possible.back()]);
    }

    static Instruction* copy_before(Instruction& place, const Instruction& access, unsigned operand, Value* pointer) {
        Instruction* const copy = access.clone();
        copy->insertBefore(place.getIterator());
        copy->setOperand(operand, pointer);
        return copy;
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
};

}  // namespace

bool split_mixed_pointers(emission& e) { return splitter(e).run(); }

}  // namespace ndweave::compiler::c_source_detail

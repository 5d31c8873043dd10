#include "compiler/passes/before_vectorizer/narrow_integers.hpp"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include <optional>

#include "compiler/passes/analysis/small_integers.hpp"

namespace ndweave::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned bits =
    16;  // of narrow arithmetic: what the least vectors multiply, divide by constants and shift in

bool is_widened(const Value& v) {
    return isa<ZExtInst, SExtInst>(v) && cast<CastInst>(v).getSrcTy()->getScalarSizeInBits() <= bits;
}

/// The operands that are numbers of the tree: not conditions, nor flags of intrinsics.
SmallVector<Value*, 2> numbers_of(const Instruction& i) {
    SmallVector<Value*, 2> numbers;
    for (const Use& operand : i.operands()) {
        if (operand->getType() == i.getType() || isa<ICmpInst, TruncInst>(i)) numbers.push_back(operand);
    }
    return numbers;
}

bool is_min_or_max(const Instruction& i) { return isa<MinMaxIntrinsic>(i); }

bool is_absolute_value(const Instruction& i) {
    const auto* call = dyn_cast<IntrinsicInst>(&i);
    return call && call->getIntrinsicID() == Intrinsic::abs;
}

/// min(a + b, 255) and max(a - b, 0) of unsigned numbers of the cut's size: operations of vectors. LLVM finds the
/// signed ones.
Value* saturating(TruncInst& cut) {
    Value *sum, *a, *b;
    const APInt *limit, *constant;
    IRBuilder<> at(&cut);
    Type* const type = cut.getType();
    const auto small = [&](Value* v) { return isa<ZExtInst>(v) && cast<ZExtInst>(v)->getSrcTy() == type; };
    const auto make = [&](Intrinsic::ID id, Value* left, Value* right) {
        const auto operand = [&](Value* v) {
            return small(v) ? cast<ZExtInst>(v)->getOperand(0) : at.CreateTrunc(v, type);
        };
        return at.CreateBinaryIntrinsic(id, operand(left), operand(right));
    };
    Value& whole = *cut.getOperand(0);
    const unsigned size = type->getIntegerBitWidth();
    if (size > bits || !whole.hasOneUse()) return nullptr;
    if (match(&whole, m_CombineOr(m_UMin(m_Value(sum), m_APInt(limit)), m_SMin(m_Value(sum), m_APInt(limit)))) &&
        limit->isMask(size) && match(sum, m_Add(m_Value(a), m_Value(b))) && small(a)) {
        const bool small_constant = match(b, m_APInt(constant)) && constant->isIntN(size);
        if (small(b) || small_constant) return make(Intrinsic::uadd_sat, a, b);
    }
    if (!match(&whole, m_SMax(m_Value(sum), m_Zero()))) return nullptr;
    if (match(sum, m_Add(m_Value(a), m_APInt(constant))) && small(a) && (-*constant).isIntN(size)) {
        return make(Intrinsic::usub_sat, a, ConstantInt::get(whole.getType(), -*constant));
    }
    if (!match(sum, m_Sub(m_Value(a), m_Value(b))) || !small(b)) return nullptr;
    const bool small_constant = match(a, m_APInt(constant)) && constant->isIntN(size);
    return small(a) || small_constant ? make(Intrinsic::usub_sat, a, b) : nullptr;
}

class narrower {
public:
    explicit narrower(Loop& loop) : loop_(loop), ranges_(loop) {}

    bool run() {
        bool changed = false;
        for (BasicBlock* block : loop_.blocks()) {
            for (Instruction& i : make_early_inc_range(*block)) changed |= saturate(i);
        }
        for (BasicBlock* block : loop_.blocks()) {
            for (Instruction& i : *block) {
                if (is_root(i)) roots_.insert(&i);
            }
        }
        while (drop_roots()) {
        }
        if (roots_.empty()) return changed;
        for (Instruction* node : nodes_) narrow_[node] = narrow(*node);
        for (Instruction* root : roots_) replace(*root);
        return true;
    }

private:
    enum class reading { none, as_unsigned, as_signed };

    static bool saturate(Instruction& i) {
        auto* cut = dyn_cast<TruncInst>(&i);
        Value* const sum = cut && cut->getType()->isIntegerTy() ? saturating(*cut) : nullptr;
        if (!sum) return false;
        cut->replaceAllUsesWith(sum);
        RecursivelyDeleteTriviallyDeadInstructions(cut);
        return true;
    }

    bool is_operation(const Value& v) const {
        const auto* i = dyn_cast<Instruction>(&v);
        if (!i || !loop_.contains(i) || !i->getType()->isIntegerTy()) return false;
        return isa<BinaryOperator, SelectInst>(i) || is_min_or_max(*i) || is_absolute_value(*i);
    }

    bool is_leaf(const Value& v) const { return is_widened(v) || isa<ConstantInt>(v) || loop_.isLoopInvariant(&v); }

    bool is_root(Instruction& i) const {
        const Value* const number = isa<TruncInst, ICmpInst>(i) ? i.getOperand(0) : nullptr;
        if (!number || !number->getType()->isIntegerTy() || number->getType()->getIntegerBitWidth() <= bits)
            return false;
        if (isa<TruncInst>(i)) return i.getType()->getIntegerBitWidth() <= bits && is_operation(*number);
        return is_operation(*number) || is_operation(*i.getOperand(1));
    }

    /// Collects the operations below the roots and drops the roots that cannot be done in 16 bits; whether there were
    /// any.
    bool drop_roots() {
        nodes_.clear();
        bad_.clear();
        for (Instruction* root : roots_) {
            for (Value* number : numbers_of(*root)) collect(*number);
        }
        for (Instruction* node : nodes_) {
            const bool inside = all_of(node->users(), [&](User* user) {
                auto* i = cast<Instruction>(user);
                return nodes_.contains(i) || roots_.contains(i);
            });
            if (!inside) bad_.insert(node);
        }
        find_demands();
        for (Instruction* node : nodes_) mark_unsuitable(*node);
        return roots_.remove_if([&](Instruction* root) {
            mark_unsuitable(*root);
            return bad_.contains(root);
        });
    }

    void collect(Value& v) {
        if (is_leaf(v) || !is_operation(v)) return;
        auto& operation = cast<Instruction>(v);
        if (nodes_.contains(&operation)) return;
        for (Value* number : numbers_of(operation)) collect(*number);
        nodes_.insert(&operation);
    }

    /// Makes `i` bad where an operand is.
    void mark_unsuitable(Instruction& i) {
        for (Value* number : numbers_of(i)) {
            const bool good = is_leaf(*number) || (is_operation(*number) && !bad_.contains(cast<Instruction>(number)));
            if (!good) bad_.insert(&i);
        }
    }

    /// How many low bits of each operation must be right; all of them mean the number as it is read.
    void find_demands() {
        demands_.clear();
        for (Instruction* root : roots_) {
            const unsigned low = isa<TruncInst>(root) ? root->getType()->getIntegerBitWidth() : bits;
            demand(*root, low);
        }
        for (Instruction* node : reverse(nodes_)) demand(*node, demands_[node]);
    }

    void demand(Instruction& i, unsigned low) {
        const std::optional<unsigned> asked = demand_of_operands(i, low);
        if (!asked) bad_.insert(&i);
        for (Value* number : numbers_of(i)) {
            unsigned& of = demands_[number];
            of = std::max(of, asked.value_or(bits));
        }
    }

    /// None where 16 bits are not enough for `low` right bits of the result.
    std::optional<unsigned> demand_of_operands(Instruction& i, unsigned low) {
        if (isa<TruncInst, SelectInst>(i)) return low;
        switch (i.getOpcode()) {
            case Instruction::Add:
            case Instruction::Sub:
            case Instruction::Mul:
            case Instruction::And:
            case Instruction::Or:
            case Instruction::Xor:
                return low;
            case Instruction::Shl:
                return distance(i) ? std::optional(low) : std::nullopt;
            case Instruction::LShr:
            case Instruction::AShr:
                if (!distance(i)) return std::nullopt;
                if (low + *distance(i) <= bits) return low + *distance(i);
                break;
            default:
                break;
        }
        return reading_of(i) == reading::none ? std::nullopt : std::optional(bits);
    }

    static std::optional<unsigned> distance(const Instruction& shift) {
        const auto* constant = dyn_cast<ConstantInt>(shift.getOperand(1));
        if (!constant || constant->getValue().uge(bits)) return std::nullopt;
        return static_cast<unsigned>(constant->getZExtValue());
    }

    /// As what numbers of 16 bits `i` may take all its operands.
    reading reading_of(Instruction& i) {
        const auto numbers = numbers_of(i);
        const bool nonnegative = all_of(numbers, [&](Value* n) { return ranges_.fits_unsigned(*n, bits); });
        const bool with_sign = all_of(numbers, [&](Value* n) { return ranges_.fits_signed(*n, bits); });
        const reading any_sign = nonnegative ? reading::as_unsigned : with_sign ? reading::as_signed : reading::none;
        const reading no_sign = nonnegative ? reading::as_unsigned : reading::none;
        if (auto* comparison = dyn_cast<ICmpInst>(&i)) return comparison->isUnsigned() ? no_sign : any_sign;
        if (auto* choice = dyn_cast<MinMaxIntrinsic>(&i)) return choice->isSigned() ? any_sign : no_sign;
        if (is_absolute_value(i)) return with_sign ? reading::as_signed : reading::none;
        switch (i.getOpcode()) {
            case Instruction::LShr:
                return no_sign;
            case Instruction::AShr:
                return any_sign;
            case Instruction::UDiv:
            case Instruction::URem:
                return divides(i) ? no_sign : reading::none;
            case Instruction::SDiv:
            case Instruction::SRem:
                return divides(i) ? any_sign : reading::none;
            default:
                return reading::none;
        }
    }

    static bool divides(const Instruction& i) {
        const auto* by = dyn_cast<ConstantInt>(i.getOperand(1));
        return by && by->getValue().isStrictlyPositive();
    }

    Value* narrow(Value& v, Type* type) {
        if (Value* made = narrow_.lookup(&v)) return made;
        auto* const i = dyn_cast<Instruction>(&v);
        IRBuilder<> at(v.getContext());
        if (i && loop_.contains(i)) {
            at.SetInsertPoint(std::next(i->getIterator()));
            Value* const source = i->getOperand(0);
            return narrow_[&v] = at.CreateIntCast(source, type, isa<SExtInst>(i));
        }
        at.SetInsertPoint(loop_.getLoopPreheader()->getTerminator());
        return narrow_[&v] = at.CreateTrunc(&v, type);
    }

    /// The instruction `i` in 16 bits. Nothing is promised of overflow there.
    Value* narrow(Instruction& i) {
        IRBuilder<> at(&i);
        Type* const type = at.getIntNTy(bits);
        SmallVector<Value*, 2> numbers;
        for (Value* number : numbers_of(i)) numbers.push_back(narrow(*number, type));
        if (auto* choice = dyn_cast<SelectInst>(&i)) {
            return at.CreateSelect(choice->getCondition(), numbers[0], numbers[1]);
        }
        if (is_absolute_value(i)) {
            return at.CreateBinaryIntrinsic(Intrinsic::abs, numbers[0], at.getFalse());
        }
        const bool as_unsigned = reading_of(i) == reading::as_unsigned;
        if (auto* choice = dyn_cast<MinMaxIntrinsic>(&i)) {
            return at.CreateBinaryIntrinsic(as_unsigned ? without_sign(*choice) : choice->getIntrinsicID(), numbers[0],
                                            numbers[1]);
        }
        const auto opcode = cast<BinaryOperator>(i).getOpcode();
        return at.CreateBinOp(as_unsigned ? without_sign(opcode) : opcode, numbers[0], numbers[1]);
    }

    static Intrinsic::ID without_sign(const MinMaxIntrinsic& choice) {
        const bool least = choice.getIntrinsicID() == Intrinsic::smin || choice.getIntrinsicID() == Intrinsic::umin;
        return least ? Intrinsic::umin : Intrinsic::umax;
    }

    static Instruction::BinaryOps without_sign(Instruction::BinaryOps opcode) {
        switch (opcode) {
            case Instruction::AShr:
                return Instruction::LShr;
            case Instruction::SDiv:
                return Instruction::UDiv;
            case Instruction::SRem:
                return Instruction::URem;
            default:
                return opcode;
        }
    }

    void replace(Instruction& root) {
        IRBuilder<> at(&root);
        Type* const type = at.getIntNTy(bits);
        Value* made = nullptr;
        if (isa<TruncInst>(root)) {
            made = at.CreateTrunc(narrow(*root.getOperand(0), type), root.getType());
        } else {
            const auto predicate = cast<ICmpInst>(root).getPredicate();
            const bool as_unsigned = reading_of(root) == reading::as_unsigned;
            made = at.CreateICmp(as_unsigned ? ICmpInst::getUnsignedPredicate(predicate) : predicate,
                                 narrow(*root.getOperand(0), type), narrow(*root.getOperand(1), type));
        }
        root.replaceAllUsesWith(made);
        RecursivelyDeleteTriviallyDeadInstructions(&root);
    }

    Loop& loop_;
    integer_ranges ranges_;
    SmallSetVector<Instruction*, 8> roots_;
    SmallSetVector<Instruction*, 16> nodes_;  // operations between leaves and roots, operands before users
    SmallPtrSet<Instruction*, 8> bad_;        // what cannot be done in 16 bits
    DenseMap<Value*, unsigned> demands_;
    DenseMap<Value*, Value*> narrow_;
};

}  // namespace

PreservedAnalyses narrow_integers::run(Function& function, FunctionAnalysisManager& analyses) {
    bool changed = false;
    for (Loop* loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
        if (loop->isInnermost() && loop->getLoopPreheader()) changed |= narrower(*loop).run();
    }
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace ndweave::compiler

#include "compiler/passes/before_vectorizer/split_at_rows.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include "compiler/passes/analysis/loop_analyses.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

/// Divisions of one number by one width. The number grows by one in each iteration.
struct rows {
    const SCEVAddRecExpr* number;
    Value* width;
    bool has_sign;
    SmallVector<BinaryOperator*> divisions;           // quotients and remainders
    Value* first = nullptr;                           // the number in the first iteration of all
    Value *quotient = nullptr, *remainder = nullptr;  // in the first iteration of a row
};

/// Of the operations that an id is made of.
constexpr unsigned max_depth = 6;

/// More of them than a grid has dimensions would make the rows short.
constexpr std::size_t max_kinds_of_rows = 3;

bool has_sign(const BinaryOperator& division) {
    return division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
}

bool is_remainder(const BinaryOperator& division) {
    return division.getOpcode() == Instruction::URem || division.getOpcode() == Instruction::SRem;
}

class splitter {
public:
    /// `remainders`: of numbers that are not negative, which scalar evolution does not see.
    splitter(Loop& loop, ScalarEvolution& evolution, SmallVectorImpl<WeakVH>& remainders)
        : loop_(loop), evolution_(evolution), remainders_(remainders) {}

    bool run() {
        if (!is_counted() || !find_rows()) return false;
        expand_beginnings();
        make_row_loop();
        for (rows& of : rows_) replace_divisions(of);
        return true;
    }

private:
    /// The only exit is at the end, after as many iterations as are known before the loop.
    bool is_counted() {
        header_ = loop_.getHeader();
        latch_ = loop_.getLoopLatch();
        exit_ = loop_.getUniqueExitBlock();
        if (exit_ == nullptr || loop_.getExitingBlock() != latch_ || !isa<BranchInst>(latch_->getTerminator()))
            return false;
        last_ = evolution_.getBackedgeTakenCount(&loop_);
        return !isa<SCEVCouldNotCompute>(last_) && evolution_.getTypeSizeInBits(last_->getType()) <= 64 &&
               is_expandable(last_);
    }

    bool is_expandable(const SCEV* value) {
        SCEVExpander expander(evolution_, header_->getDataLayout(), "row");
        return expander.isSafeToExpandAt(value, loop_.getLoopPreheader()->getTerminator());
    }

    bool find_rows() {
        for (BasicBlock* block : loop_.blocks()) {
            for (Instruction& i : *block) {
                auto* const division = dyn_cast<BinaryOperator>(&i);
                if (division && division->isIntDivRem() && division->getType()->isIntegerTy()) add(*division);
            }
        }
        return !rows_.empty() && rows_.size() <= max_kinds_of_rows;
    }

    void add(BinaryOperator& division) {
        Value* const width = division.getOperand(1);
        const unsigned bits = division.getType()->getScalarSizeInBits();
        if (!loop_.isLoopInvariant(width) || bits > 64) return;
        if (const auto* known = dyn_cast<ConstantInt>(width); known && known->getValue().abs().ult(min_known_row))
            return;
        const SCEVAddRecExpr* const number = unit_step_recurrence(*division.getOperand(0), loop_, evolution_);
        if (!number || !is_expandable(number->getStart())) return;
        // Quotients of negative numbers are rounded to zero: rows would meet there.
        if (has_sign(division) && !is_not_negative(*division.getOperand(0))) return;
        for (rows& of : rows_) {
            if (of.number == number && of.width == width && of.has_sign == has_sign(division))
                return of.divisions.push_back(&division);
        }
        rows_.push_back({number, width, has_sign(division), {&division}});
    }

    /// Or poison, which may become any number.
    bool is_not_negative(Value& number, unsigned depth = 0) {
        if (evolution_.isKnownNonNegative(evolution_.getSCEV(&number)) || is_contained(remainders_, &number))
            return true;
        const auto* const made = dyn_cast<Operator>(&number);
        if (made == nullptr || depth == max_depth) return false;
        const auto operand = [&](unsigned at) { return is_not_negative(*made->getOperand(at), depth + 1); };
        switch (made->getOpcode()) {
            case Instruction::Trunc:
                return cast<TruncInst>(made)->hasNoSignedWrap() && operand(0);
            case Instruction::Shl:
                return cast<OverflowingBinaryOperator>(made)->hasNoSignedWrap() && operand(0);
            case Instruction::Add:
            case Instruction::Mul:
                return cast<OverflowingBinaryOperator>(made)->hasNoSignedWrap() && operand(0) && operand(1);
            case Instruction::Or:
                return operand(0) && operand(1);
            default:
                return false;
        }
    }

    void expand_beginnings() {
        Instruction* const before = loop_.getLoopPreheader()->getTerminator();
        SCEVExpander expander(evolution_, header_->getDataLayout(), "row");
        IRBuilder<> at(before);
        Value* const last = expander.expandCodeFor(last_, last_->getType(), before);
        total_ = at.CreateAdd(at.CreateZExtOrTrunc(last, at.getInt64Ty()), at.getInt64(1), "total");
        for (rows& of : rows_) of.first = expander.expandCodeFor(of.number->getStart(), of.number->getType(), before);
    }

    /// total_ iterations in rows: the loop itself becomes that of one row.
    void make_row_loop() {
        BasicBlock* const before = loop_.getLoopPreheader();
        LLVMContext& context = header_->getContext();
        Function* const function = header_->getParent();
        auto* const row = BasicBlock::Create(context, "row", function, header_);
        auto* const next_row = BasicBlock::Create(context, "row.next", function, exit_);
        IRBuilder<> at(row);
        PHINode* const done = at.CreatePHI(at.getInt64Ty(), 2, "done");
        done->addIncoming(at.getInt64(0), before);
        Value* length = at.CreateSub(total_, done, "left");
        for (rows& of : rows_) length = at.CreateBinaryIntrinsic(Intrinsic::umin, length, rest_of_row(of, *done, at));
        const auto counters = begin_counters(*done, at);
        at.CreateBr(header_);

        before->getTerminator()->replaceSuccessorWith(header_, row);
        for (PHINode& carried : header_->phis()) {
            Value* begins = counters.lookup(&carried);
            if (begins == nullptr) {
                auto* const outer = PHINode::Create(carried.getType(), 2, carried.getName() + ".row", row->begin());
                outer->addIncoming(carried.getIncomingValueForBlock(before), before);
                outer->addIncoming(at_end_of_row(*carried.getIncomingValueForBlock(latch_), *next_row), next_row);
                begins = outer;
            }
            carried.replaceIncomingBlockWith(before, row);
            carried.setIncomingValueForBlock(row, begins);
        }
        for (PHINode& left : exit_->phis()) {
            const int index = left.getBasicBlockIndex(latch_);
            left.setIncomingValue(static_cast<unsigned>(index),
                                  at_end_of_row(*left.getIncomingValue(index), *next_row));
            left.setIncomingBlock(static_cast<unsigned>(index), next_row);
        }
        position_ = PHINode::Create(at.getInt64Ty(), 2, "position", header_->begin());
        position_->addIncoming(at.getInt64(0), row);
        end_row(length, *next_row);
        at.SetInsertPoint(next_row);
        Value* const done_next = at.CreateAdd(done, length, "done.next", true, true);
        done->addIncoming(done_next, next_row);
        at.CreateCondBr(at.CreateICmpULT(done_next, total_), row, exit_);
    }

    /// What grows by one in each iteration, by where a row begins. Such numbers are not carried from row to row: they
    /// would stand in the way of whatever changes a row's bounds.
    SmallDenseMap<PHINode*, Value*> begin_counters(PHINode& done, IRBuilder<>& at) {
        SmallDenseMap<PHINode*, Value*> counters;
        for (PHINode& phi : header_->phis()) {
            if (!phi.getType()->isIntegerTy() || phi.getType()->getScalarSizeInBits() > 64) continue;
            if (!unit_step_recurrence(phi, loop_, evolution_)) continue;
            Value* const first = phi.getIncomingValueForBlock(loop_.getLoopPreheader());
            counters[&phi] = at.CreateAdd(first, at.CreateZExtOrTrunc(&done, phi.getType()), phi.getName() + ".row");
        }
        return counters;
    }

    /// Loop-closed form.
    PHINode* at_end_of_row(Value& value, BasicBlock& next_row) {
        auto* const left = PHINode::Create(value.getType(), 1, value.getName() + ".left", next_row.begin());
        left->addIncoming(&value, latch_);
        return left;
    }

    void end_row(Value* length, BasicBlock& next_row) {
        auto* const old = cast<BranchInst>(latch_->getTerminator());
        Value* const condition = old->getCondition();
        IRBuilder<> at(old);
        Value* const next = at.CreateAdd(position_, at.getInt64(1), "position.next", true, true);
        position_->addIncoming(next, latch_);
        BranchInst* const branch = at.CreateCondBr(at.CreateICmpULT(next, length), header_, &next_row);
        branch->setMetadata(LLVMContext::MD_loop, old->getMetadata(LLVMContext::MD_loop));
        old->eraseFromParent();
        RecursivelyDeleteTriviallyDeadInstructions(condition);
    }

    /// Iterations until the quotient changes, or the number wraps around. Nothing here may fail where the loop divides
    /// under a condition, or never: widths of zero are taken for one, and nothing is poison.
    Value* rest_of_row(rows& of, PHINode& done, IRBuilder<>& at) {
        Type* const type = of.number->getType();
        Value* const zero = ConstantInt::getNullValue(type);
        Value* width = at.CreateFreeze(of.width);
        width = at.CreateSelect(at.CreateICmpEQ(width, zero), ConstantInt::get(type, 1), width);
        Value* const is_negative = of.has_sign ? at.CreateICmpSLT(width, zero) : nullptr;
        if (is_negative) width = at.CreateSelect(is_negative, at.CreateNeg(width), width, "width");
        Value* const number = at.CreateFreeze(at.CreateAdd(of.first, at.CreateZExtOrTrunc(&done, type)));
        of.quotient = at.CreateUDiv(number, width, "quotient");
        // Frozen for scalar evolution alone: it would not compute anew, for a split of this row, what divides.
        of.remainder = at.CreateFreeze(at.CreateSub(number, at.CreateMul(of.quotient, width)), "remainder");
        Value* const until = at.CreateSub(at.CreateSub(width, ConstantInt::get(type, 1)), of.remainder);
        Value* const more = at.CreateBinaryIntrinsic(Intrinsic::umin, until, at.CreateNot(number));
        if (is_negative) of.quotient = at.CreateSelect(is_negative, at.CreateNeg(of.quotient), of.quotient);
        // At most the width.
        return at.CreateZExt(at.CreateNUWAdd(more, ConstantInt::get(type, 1)), at.getInt64Ty(), "rest");
    }

    void replace_divisions(rows& of) {
        IRBuilder<> at(header_, header_->getFirstInsertionPt());
        Value* const position = at.CreateZExtOrTrunc(position_, of.number->getType());
        Value* const remainder = at.CreateAdd(of.remainder, position, "remainder", true, of.has_sign);
        if (of.has_sign) remainders_.emplace_back(remainder);
        for (BinaryOperator* division : of.divisions) {
            division->replaceAllUsesWith(is_remainder(*division) ? remainder : of.quotient);
            RecursivelyDeleteTriviallyDeadInstructions(division);
        }
    }

    Loop& loop_;
    ScalarEvolution& evolution_;
    SmallVectorImpl<WeakVH>& remainders_;
    BasicBlock *header_ = nullptr, *latch_ = nullptr, *exit_ = nullptr;
    PHINode* position_ = nullptr;
    const SCEV* last_ = nullptr;
    Value* total_ = nullptr;
    SmallVector<rows, 2> rows_;
};

/// One loop; what is known of the others is not true any more then.
bool split_one(Function& function, FunctionAnalysisManager& analyses, SmallVectorImpl<WeakVH>& remainders) {
    auto& evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
    return any_of(analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder(), [&](Loop* loop) {
        return loop->isInnermost() && loop->isLoopSimplifyForm() && splitter(*loop, evolution, remainders).run();
    });
}

}  // namespace

/// As often as there is something to split: rows of `(i % (w * h)) / w` are parts of the rows of `i % (w * h)`, and
/// the divisions of each loop become fewer.
PreservedAnalyses split_at_rows::run(Function& function, FunctionAnalysisManager& analyses) {
    bool changed = false;
    SmallVector<WeakVH> remainders;
    for (; split_one(function, analyses, remainders); changed = true)
        analyses.invalidate(function, PreservedAnalyses::none());
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace ndweave::compiler

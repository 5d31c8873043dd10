#include "compiler/passes/before_vectorizer/divide_in_floating_point.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/IRBuilder.h>

#include "compiler/passes/analysis/loop_analyses.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

class division {
public:
    division(BinaryOperator& whole, Loop& loop, ScalarEvolution& evolution)
        : whole_(whole), loop_(loop), evolution_(evolution), at_(&whole), type_(*whole.getType()) {}

    /// False, with nothing changed, where it is none to change.
    bool replace() {
        if (!whole_.isIntDivRem() || !type_.isIntegerTy() || isa<Constant>(divisor()) ||
            loop_.isLoopInvariant(&dividend()) || !fits())
            return false;
        Value* result = quotient();
        if (whole_.getOpcode() == Instruction::SRem || whole_.getOpcode() == Instruction::URem)
            result = at_.CreateSub(&dividend(), at_.CreateMul(result, &divisor()));
        result->takeName(&whole_);
        whole_.replaceAllUsesWith(result);
        whole_.eraseFromParent();
        return true;
    }

private:
    Value& dividend() const { return *whole_.getOperand(0); }
    Value& divisor() const { return *whole_.getOperand(1); }
    bool is_signed() const {
        return whole_.getOpcode() == Instruction::SDiv || whole_.getOpcode() == Instruction::SRem;
    }
    unsigned bits() const { return type_.getIntegerBitWidth(); }

    bool fits() const {
        if (bits() <= 32) return true;
        if (bits() != 64) return false;
        return evolution_.getUnsignedRangeMax(evolution_.getSCEV(&dividend())).ult(std::uint64_t{1} << 32);
    }

    Value* as_real(IRBuilder<>& at, Value& number, Type& real) const {
        return is_signed() ? at.CreateSIToFP(&number, &real) : at.CreateUIToFP(&number, &real);
    }

    Value* quotient() {
        Type& real = bits() <= 16 ? *at_.getFloatTy() : *at_.getDoubleTy();
        Value* number = &dividend();
        // 32 bits are cheaper to convert than 64.
        Value* const a = bits() == 64 ? at_.CreateUIToFP(at_.CreateTrunc(number, at_.getInt32Ty()), &real)
                                      : as_real(at_, *number, real);
        Value* ratio = nullptr;
        if (loop_.isLoopInvariant(&divisor())) {
            IRBuilder<> before(loop_.getLoopPreheader()->getTerminator());
            Value* const reciprocal =
                before.CreateFDiv(ConstantFP::get(&real, 1.0), as_real(before, divisor(), real), "reciprocal");
            Value* half = ConstantFP::get(&real, 0.5);
            if (is_signed() && bits() != 64) half = at_.CreateBinaryIntrinsic(Intrinsic::copysign, half, a);
            ratio = at_.CreateFMul(at_.CreateFAdd(a, half), reciprocal);
        } else {
            ratio = at_.CreateFDiv(a, as_real(at_, divisor(), real));
        }
        if (bits() != 64) return is_signed() ? at_.CreateFPToSI(ratio, &type_) : at_.CreateFPToUI(ratio, &type_);
        if (!is_signed()) return at_.CreateZExt(at_.CreateFPToUI(ratio, at_.getInt32Ty()), &type_);
        return at_.CreateFPToSI(ratio, &type_);
    }

    BinaryOperator& whole_;
    Loop& loop_;
    ScalarEvolution& evolution_;
    IRBuilder<> at_;
    Type& type_;
};

}  // namespace

PreservedAnalyses divide_in_floating_point::run(Function& function, FunctionAnalysisManager& analyses) {
    auto& evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
    bool changed = false;
    for (Loop* loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
        if (!is_innermost_parallel(*loop)) continue;
        SmallVector<BinaryOperator*> found;
        for (BasicBlock* block : loop->blocks()) {
            for (Instruction& i : *block) {
                if (auto* whole = dyn_cast<BinaryOperator>(&i); whole && whole->isIntDivRem()) found.push_back(whole);
            }
        }
        for (BinaryOperator* whole : found) changed |= division(*whole, *loop, evolution).replace();
    }
    if (!changed) return PreservedAnalyses::all();
    PreservedAnalyses preserved;
    preserved.preserveSet<CFGAnalyses>();
    return preserved;
}

}  // namespace ndweave::compiler

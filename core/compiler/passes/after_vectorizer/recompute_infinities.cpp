#include "compiler/passes/after_vectorizer/recompute_infinities.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <vector>

#include "compiler/codegen/host/entry/lanes.hpp"
#include "compiler/codegen/host/vector_math.hpp"

namespace ndweave::compiler::host {

using namespace llvm;

namespace {

struct early_calls {
    SmallVector<CallInst*> together;  // of one function, in one block
    const early_overflow* overflow;
};

Value* infinite(IRBuilder<>& at, Value* numbers) {
    return at.CreateFCmpOEQ(at.CreateUnaryIntrinsic(Intrinsic::fabs, numbers),
                            ConstantFP::getInfinity(numbers->getType()));
}

/// The argument, or its magnitude where negative ones overflow, too.
Value* size_of(IRBuilder<>& at, const early_overflow& overflow, Value* argument) {
    return overflow.arguments->negative_too ? at.CreateUnaryIntrinsic(Intrinsic::fabs, argument) : argument;
}

/// They say which registers vectors are passed in.
void share_target(const Function& of, Function& with) {
    for (const Attribute& a : of.getAttributes().getFnAttrs()) {
        if (a.isStringAttribute()) with.addFnAttr(a);
    }
}

Value* scalar_results(IRBuilder<>& at, Function& vector, StringRef scalar, ArrayRef<Value*> arguments) {
    auto* const type = cast<FixedVectorType>(vector.getReturnType());
    Type* const number = type->getElementType();
    const SmallVector<Type*> parameters(arguments.size(), number);
    const FunctionCallee function =
        vector.getParent()->getOrInsertFunction(scalar, FunctionType::get(number, parameters, false));
    Value* all = PoisonValue::get(type);
    for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
        SmallVector<Value*> numbers;
        for (Value* argument : arguments) numbers.push_back(at.CreateExtractElement(argument, lane));
        all = at.CreateInsertElement(all, at.CreateCall(function, numbers), lane);
    }
    return all;
}

/// Lanes in which the vector function may be infinite too early.
Value* doubtful(IRBuilder<>& at, const early_overflow& overflow, ArrayRef<Value*> arguments, Value* given) {
    Value* const is_infinite = infinite(at, given);
    if (!overflow.arguments) return is_infinite;
    Value* const most = ConstantFP::get(given->getType(), overflow.arguments->most);
    return at.CreateAnd(is_infinite, at.CreateFCmpOLE(size_of(at, overflow, arguments[0]), most));
}

/// The vector function that `call` calls, with the scalar one's range. Out of line: it is hardly ever called.
Function* careful_version(const CallInst& call, const early_overflow& overflow) {
    Function& vector = *call.getCalledFunction();
    Module& module = *vector.getParent();
    const std::string name = ("ndweave.careful." + vector.getName()).str();
    if (Function* made = module.getFunction(name)) return made;
    auto* const function = Function::Create(vector.getFunctionType(), Function::InternalLinkage, name, module);
    for (const Attribute::AttrKind a : {Attribute::NoInline, Attribute::Cold, Attribute::NoUnwind})
        function->addFnAttr(a);
    share_target(*call.getFunction(), *function);
    SmallVector<Value*> arguments;
    for (Argument& a : function->args()) arguments.push_back(&a);

    LLVMContext& context = module.getContext();
    IRBuilder<> at(BasicBlock::Create(context, "", function));
    BasicBlock* const recompute = BasicBlock::Create(context, "", function);
    BasicBlock* const keep = BasicBlock::Create(context, "", function);
    Value* const given = at.CreateCall(&vector, arguments);
    Value* const lanes = at.CreateFreeze(doubtful(at, overflow, arguments, given));
    at.CreateCondBr(any_lane(at, lanes), recompute, keep);
    at.SetInsertPoint(recompute);
    at.CreateRet(at.CreateSelect(lanes, scalar_results(at, vector, overflow.scalar, arguments), given));
    at.SetInsertPoint(keep);
    at.CreateRet(given);
    return function;
}

MDNode* hardly_ever(const CallInst& call) { return MDBuilder(call.getContext()).createUnlikelyBranchWeights(); }

/// Looked at before the calls, arguments need not be kept over them.
void look_at_arguments(const early_calls& calls) {
    CallInst& first = *calls.together.front();
    IRBuilder<> at(&first);
    Value* mask = nullptr;
    for (CallInst* call : calls.together) {
        Value* const above = ConstantFP::get(call->getType(), calls.overflow->arguments->above);
        Value* const own = at.CreateFCmpOGT(size_of(at, *calls.overflow, call->getArgOperand(0)), above);
        mask = mask == nullptr ? own : at.CreateOr(mask, own);
    }
    Value* const condition = any_lane(at, at.CreateFreeze(mask));
    Instruction *in_careful = nullptr, *in_usual = nullptr;
    SplitBlockAndInsertIfThenElse(condition, first.getIterator(), &in_careful, &in_usual, hardly_ever(first));
    BasicBlock& merged = *first.getParent();
    Function* const careful = careful_version(first, *calls.overflow);
    for (CallInst* call : calls.together) {
        call->moveBefore(in_usual);
        at.SetInsertPoint(in_careful);
        CallInst* const recomputed = at.CreateCall(careful, {call->getArgOperand(0)});
        PHINode* const result = PHINode::Create(call->getType(), 2, "", merged.begin());
        call->replaceAllUsesWith(result);
        result->addIncoming(call, call->getParent());
        result->addIncoming(recomputed, recomputed->getParent());
    }
}

void look_at_result(CallInst& call, const early_overflow& overflow) {
    Instruction* const next = call.getNextNode();
    PHINode* const result = PHINode::Create(call.getType(), 2);
    call.replaceAllUsesWith(result);
    IRBuilder<> at(next);
    Value* const condition = any_lane(at, at.CreateFreeze(infinite(at, &call)));
    at.SetInsertPoint(SplitBlockAndInsertIfThen(condition, next->getIterator(), false, hardly_ever(call)));
    const SmallVector<Value*> arguments(call.args());
    CallInst* const recomputed = at.CreateCall(careful_version(call, overflow), arguments);
    result->insertInto(next->getParent(), next->getParent()->begin());
    result->addIncoming(&call, call.getParent());
    result->addIncoming(recomputed, recomputed->getParent());
}

/// Calls in one block of one function share a branch where all of their arguments are there before the first.
bool joins(const early_calls& calls, const CallInst& call) {
    const CallInst& first = *calls.together.front();
    if (!calls.overflow->arguments || first.getParent() != call.getParent()) return false;
    if (first.getCalledFunction() != call.getCalledFunction()) return false;
    const auto* const argument = dyn_cast<Instruction>(call.getArgOperand(0));
    return !argument || argument->getParent() != first.getParent() || argument->comesBefore(&first);
}

std::vector<early_calls> calls_in(Function& function) {
    std::vector<early_calls> found;
    for (Instruction& i : instructions(function)) {
        auto* const call = dyn_cast<CallInst>(&i);
        const Function* const callee = call ? call->getCalledFunction() : nullptr;
        if (callee == nullptr || !call->getType()->isVectorTy()) continue;
        const early_overflow* const overflow = find_early_overflow(callee->getName());
        if (!overflow) continue;
        const auto open = find_if(found, [&](const early_calls& calls) { return joins(calls, *call); });
        (open != found.end() ? *open : found.emplace_back(early_calls{{}, overflow})).together.push_back(call);
    }
    return found;
}

}  // namespace

unsigned recompute_infinities(Module& module) {
    std::vector<early_calls> found;
    for (Function& function : module) append_range(found, calls_in(function));
    for (const early_calls& calls : found) {
        // Under fast-math, too: infinite is what the vector function gives, not what the program computes.
        for (CallInst* call : calls.together) call->copyFastMathFlags(FastMathFlags());
        if (calls.overflow->arguments) {
            look_at_arguments(calls);
        } else {
            look_at_result(*calls.together.front(), *calls.overflow);
        }
    }
    return found.size();
}

}  // namespace ndweave::compiler::host

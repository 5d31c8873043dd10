#include "compiler/passes/front/floating_point_environment.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace ndweave::compiler {
namespace {

using namespace llvm;

bool rounds_to_nearest(const ConstrainedFPIntrinsic& call) {
    const auto mode = call.getRoundingMode();
    return !mode || *mode == RoundingMode::Dynamic || *mode == RoundingMode::NearestTiesToEven;
}

Value* operation(IRBuilder<>& at, unsigned opcode, Type* type, ArrayRef<Value*> operands) {
    if (Instruction::isCast(opcode)) return at.CreateCast(Instruction::CastOps(opcode), operands[0], type);
    return at.CreateBinOp(Instruction::BinaryOps(opcode), operands[0], operands[1]);
}

/// The types that an intrinsic of mathematics is named after.
SmallVector<Type*, 2> overload(Intrinsic::ID id, Type* result, ArrayRef<Value*> operands) {
    switch (id) {
        case Intrinsic::llrint:
        case Intrinsic::llround:
        case Intrinsic::lrint:
        case Intrinsic::lround:
            return {result, operands[0]->getType()};
        case Intrinsic::ldexp:
        case Intrinsic::powi:
            return {result, operands[1]->getType()};
        default:
            return {result};
    }
}

Value* plain(IRBuilder<>& at, ConstrainedFPIntrinsic& call) {
    if (const auto* const compare = dyn_cast<ConstrainedFPCmpIntrinsic>(&call))
        return at.CreateFCmp(compare->getPredicate(), call.getArgOperand(0), call.getArgOperand(1));
    const SmallVector<Value*, 3> operands(call.arg_begin(), call.arg_begin() + call.getNonMetadataArgCount());
    Type* const type = call.getType();
    switch (call.getIntrinsicID()) {
#define INSTRUCTION(NAME, COUNT, ROUNDS, ID) \
    case Intrinsic::ID:                      \
        return operation(at, Instruction::NAME, type, operands);
#define DAG_FUNCTION(NAME, COUNT, ROUNDS, ID, NODE) FUNCTION(NAME, COUNT, ROUNDS, ID)
#define FUNCTION(NAME, COUNT, ROUNDS, ID) \
    case Intrinsic::ID:                   \
        return at.CreateIntrinsic(Intrinsic::NAME, overload(Intrinsic::NAME, type, operands), operands);
#define CMP_INSTRUCTION(NAME, COUNT, ROUNDS, ID, NODE)
#include <llvm/IR/ConstrainedOps.def>
        default:
            return nullptr;
    }
}

}  // namespace

void assume_default_floating_point_environment(Module& module) {
    for (Function& function : module) {
        function.removeFnAttr(Attribute::StrictFP);
        for (Instruction& i : make_early_inc_range(instructions(function))) {
            if (auto* const any = dyn_cast<CallBase>(&i)) any->removeFnAttr(Attribute::StrictFP);
            auto* const call = dyn_cast<ConstrainedFPIntrinsic>(&i);
            if (call == nullptr || !rounds_to_nearest(*call)) continue;
            IRBuilder<> at(call);
            Value* const made = plain(at, *call);
            if (made == nullptr) continue;
            if (auto* const instruction = dyn_cast<Instruction>(made); instruction && isa<FPMathOperator>(made))
                instruction->copyFastMathFlags(isa<FPMathOperator>(call) ? call->getFastMathFlags() : FastMathFlags());
            call->replaceAllUsesWith(made);
            call->eraseFromParent();
        }
    }
}

}  // namespace ndweave::compiler

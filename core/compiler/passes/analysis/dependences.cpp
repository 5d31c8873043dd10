#include "compiler/passes/analysis/dependences.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <optional>

#include "compiler/abi.h"
#include "compiler/math_names.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"

namespace ndweave::compiler {

using namespace llvm;

bool is_mathematical(const CallInst& call) {
    switch (call.getIntrinsicID()) {
        case Intrinsic::not_intrinsic:
            break;
        case Intrinsic::sin:
        case Intrinsic::cos:
        case Intrinsic::tan:
        case Intrinsic::asin:
        case Intrinsic::acos:
        case Intrinsic::atan:
        case Intrinsic::sinh:
        case Intrinsic::cosh:
        case Intrinsic::tanh:
        case Intrinsic::exp:
        case Intrinsic::exp2:
        case Intrinsic::exp10:
        case Intrinsic::log:
        case Intrinsic::log2:
        case Intrinsic::log10:
        case Intrinsic::pow:
        case Intrinsic::powi:
            return true;
        default:
            return false;
    }
    const Function* callee = call.getCalledFunction();
    return callee && find_math_function(callee->getName());
}

namespace {

class observer {
public:
    void look_at(const Instruction& i) {
        if (const auto* update = dyn_cast<AtomicRMWInst>(&i)) return look_at_update(*update);
        if (i.isAtomic() && !isa<FenceInst>(i)) found |= NDW_DEPENDS_ON_ORDER;
        if (const auto* call = dyn_cast<CallInst>(&i); call && is_mathematical(*call)) found |= NDW_DEPENDS_ON_ROUNDING;
        if (calls(i, builtin::active_lanes)) found |= NDW_DEPENDS_ON_COMPANY;
        const auto* number = dyn_cast<FPMathOperator>(&i);
        if (number && number->getFastMathFlags().any()) found |= NDW_DEPENDS_ON_ROUNDING;
    }

    std::uint32_t found = 0;

private:
    void look_at_update(const AtomicRMWInst& update) {
        if (update.isFloatingPointOperation()) found |= NDW_DEPENDS_ON_ROUNDING;
        auto way = update.getOperation();
        if (way == AtomicRMWInst::Sub) way = AtomicRMWInst::Add;
        if (way == AtomicRMWInst::FSub) way = AtomicRMWInst::FAdd;
        const bool replaces = way == AtomicRMWInst::Xchg || way == AtomicRMWInst::Nand ||
                              way == AtomicRMWInst::UIncWrap || way == AtomicRMWInst::UDecWrap;
        if (!update.use_empty() || replaces || way_.value_or(way) != way) found |= NDW_DEPENDS_ON_ORDER;
        way_ = way;
    }

    std::optional<AtomicRMWInst::BinOp> way_;  // updates of one kind may come in any order
};

}  // namespace

std::uint32_t dependences_of(const Module& module, bool fast_math) {
    observer seen;
    if (fast_math) seen.found = NDW_DEPENDS_ON_ROUNDING;
    for (const Function& function : module) {
        for (const Instruction& i : instructions(function)) seen.look_at(i);
    }
    return seen.found;
}

}  // namespace ndweave::compiler

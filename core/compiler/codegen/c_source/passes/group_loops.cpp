#include "compiler/codegen/c_source/passes/group_loops.hpp"

#include <map>

#include "compiler/codegen/c_source/passes/unknown_zero.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/regions/group_storage.hpp"
#include "compiler/passes/workarounds/vectorizer/pin_strided_accesses.hpp"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"

namespace ndweave::compiler::c_source_detail {

using namespace llvm;

void place_arena(Function& kernel) {
    const std::uint64_t bytes = arena_bytes(kernel);
    const SmallVector<CallInst*> calls = calls_of(kernel, builtin::arena);
    const auto offset_of = [](const CallInst* call) {
        return cast<ConstantInt>(call->getArgOperand(0))->getZExtValue();
    };
    std::map<std::uint64_t, AllocaInst*> parts;
    for (const CallInst* call : calls) parts[offset_of(call)] = nullptr;
    IRBuilder<> at(&kernel.getEntryBlock(), kernel.getEntryBlock().begin());
    for (auto part = parts.begin(); part != parts.end(); ++part) {
        const auto next = std::next(part);
        const std::uint64_t size = (next == parts.end() ? bytes : next->first) - part->first;
        part->second = at.CreateAlloca(ArrayType::get(at.getInt8Ty(), size), nullptr, "arena");
        part->second->setAlignment(Align(64));
    }
    for (CallInst* call : calls) {
        call->replaceAllUsesWith(parts[offset_of(call)]);
        call->eraseFromParent();
    }
}

PreservedAnalyses hide_strides::run(Function& kernel, FunctionAnalysisManager& analyses) {
    CallInst* zero = nullptr;
    pin_strided_accesses hide([&](Instruction& access, unsigned operand, Loop& loop) {
        if (zero == nullptr) zero = call_of_zero(kernel);
        PHINode& item = *find_if(loop.getHeader()->phis(), [](const PHINode& p) { return p.getType()->isIntegerTy(); });
        IRBuilder<> at(&access);
        Value* const hidden = at.CreateAnd(at.CreateZExtOrTrunc(&item, zero->getType()), zero);
        access.setOperand(operand, at.CreatePtrAdd(access.getOperand(operand), at.CreateZExt(hidden, at.getInt64Ty())));
    });
    return hide.run(kernel, analyses);
}

bool is_parallel(const Loop& loop) { return loop.isInnermost() && loop.isAnnotatedParallel(); }

}  // namespace ndweave::compiler::c_source_detail

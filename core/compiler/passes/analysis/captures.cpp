#include "compiler/passes/analysis/captures.hpp"

#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace ndweave::compiler {

using namespace llvm;

/// A load of what nobody writes while the kernel runs, or null.
static const LoadInst* invariant_load(const Value* value) {
    const auto* const load = dyn_cast<LoadInst>(value);
    return load && load->hasMetadata(LLVMContext::MD_invariant_load) ? load : nullptr;
}

const Value* base_of(const Value* address) { return getUnderlyingObject(address, 0); }

/// The entry's first argument is the launch, which begins with the functor's address.
bool is_capture(const Value* base) {
    const LoadInst* const capture = invariant_load(base);
    const LoadInst* const functor = capture ? invariant_load(base_of(capture->getPointerOperand())) : nullptr;
    return functor && base_of(functor->getPointerOperand()) == functor->getFunction()->getArg(0);
}

bool is_read(const Function& function, const Value* base) {
    return any_of(instructions(function), [&](const Instruction& i) {
        if (isa<StoreInst>(i)) return false;
        if (const auto place = MemoryLocation::getOrNone(&i)) return base_of(place->Ptr) == base;
        const auto* const call = dyn_cast<CallBase>(&i);
        return call && call->mayReadFromMemory() && any_of(call->args(), [&](const Value* a) {
                   return a->getType()->isPtrOrPtrVectorTy() && base_of(a) == base;
               });
    });
}

}  // namespace ndweave::compiler

#include "compiler/passes/workarounds/vectorizer/skip_lookup_slp.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PassInstrumentation.h>

#include "compiler/codegen/host/tuning.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

/// A byte at an index that is a byte, too, which was computed.
bool is_lookup(const Instruction& i) {
    const auto* const load = dyn_cast<LoadInst>(&i);
    if (!load || !load->getType()->isIntegerTy(8)) return false;
    const auto* const address = dyn_cast<GetElementPtrInst>(load->getPointerOperand());
    if (!address || address->getNumIndices() == 0) return false;
    const auto* const index = dyn_cast<ZExtInst>(*std::prev(address->idx_end()));
    return index && index->getSrcTy()->isIntegerTy(8) && !isa<LoadInst>(index->getOperand(0));
}

}  // namespace

void skip_lookup_slp(PassInstrumentationCallbacks& between_passes) {
    between_passes.registerShouldRunOptionalPassCallback([](StringRef pass, Any ir) {
        const auto* const function = pass == "SLPVectorizerPass" ? any_cast<const Function*>(&ir) : nullptr;
        return function == nullptr ||
               count_if(instructions(**function), is_lookup) < host::target_tuning().min_lookups_without_slp;
    });
}

}  // namespace ndweave::compiler

#include "compiler/passes/workarounds/vectorizer/skip_lookup_slp.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/codegen/host/tuning.hpp"
#include "compiler/passes/workarounds/llvm_version.hpp"
#include "compiler/passes/workarounds/vectorizer/skip_slp.hpp"

namespace ndweave::compiler {

static_assert(is_seen_in_this_llvm, "measure without");

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
    skip_slp(between_passes, [](const Function& function) {
        return count_if(instructions(function), is_lookup) >= host::target_tuning().min_lookups_without_slp;
    });
}

}  // namespace ndweave::compiler

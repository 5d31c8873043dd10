#include "compiler/passes/captures/constant_captures.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>

#include <iterator>

#include "compiler/kernel_attributes.hpp"
#include "compiler/passes/analysis/functor.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

/// What the load reads, or null where it is not known.
Constant* value_of(const LoadInst& load, const Value& functor, const kernel_constants& captures) {
    Type* const type = load.getType();
    const DataLayout& layout = load.getDataLayout();
    const auto offset = offset_in_functor(load, functor);
    if (!offset || type->isPtrOrPtrVectorTy() || !layout.typeSizeEqualsStoreSize(type)) return nullptr;
    const auto behind = captures.upper_bound(*offset);
    if (behind == captures.begin()) return nullptr;
    const auto& [begin, bytes] = *std::prev(behind);
    const std::uint64_t at = *offset - begin, size = layout.getTypeStoreSize(type);
    if (at > bytes.size() || size > bytes.size() - at) return nullptr;
    Constant* const known = ConstantDataArray::getString(load.getContext(), StringRef(bytes).substr(at, size), false);
    return ConstantFoldLoadFromConst(known, type, layout);
}

}  // namespace

void make_captures_constant(Function& kernel) {
    const kernel_constants captures = kernel_attributes::of(kernel).captures;
    const Argument& functor = *kernel.getArg(0);
    if (captures.empty() || may_write(functor)) return;
    for (Instruction& i : make_early_inc_range(instructions(kernel))) {
        auto* const load = dyn_cast<LoadInst>(&i);
        Constant* const value = load ? value_of(*load, functor, captures) : nullptr;
        if (!value) continue;
        load->replaceAllUsesWith(value);
        load->eraseFromParent();
    }
}

}  // namespace ndweave::compiler

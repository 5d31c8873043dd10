#include "compiler/passes/check/subscripts.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

namespace ndweave::compiler {

using namespace llvm;

subscripted subscripts_of(Value& address, const DataLayout& layout) {
    subscripted found{{}, &address};
    while (const auto* step = dyn_cast<GEPOperator>(found.base)) {
        const auto* first = dyn_cast<ConstantInt>(*step->idx_begin());
        if (!first || !first->isZero()) break;
        SmallVector<subscript> here;
        Type* type = step->getSourceElementType();
        for (const Use& index : drop_begin(step->indices())) {
            if (const auto* array = dyn_cast<ArrayType>(type); array && array->getNumElements() != 0) {
                const TypeSize bytes = layout.getTypeAllocSize(array->getElementType());
                here.push_back({index.get(), array->getNumElements(), bytes.getFixedValue()});
            }
            type = GetElementPtrInst::getTypeAtIndex(type, index.get());
        }
        found.subscripts.append(here.rbegin(), here.rend());
        found.base = step->getPointerOperand();
    }
    return found;
}

}  // namespace ndweave::compiler

#include "compiler/codegen/host/entry/lanes.hpp"

namespace ndweave::compiler::host {

bool is_mask(const llvm::Value& mask) {
    const auto* const type = llvm::dyn_cast<llvm::FixedVectorType>(mask.getType());
    return type != nullptr && type->getElementType()->isIntegerTy(1) && type->getNumElements() <= max_lanes;
}

llvm::Value* any_lane(llvm::IRBuilderBase& at, llvm::Value* mask) {
    const unsigned lanes = llvm::cast<llvm::FixedVectorType>(mask->getType())->getNumElements();
    return at.CreateIsNotNull(at.CreateBitCast(mask, at.getIntNTy(lanes)));
}

}  // namespace ndweave::compiler::host

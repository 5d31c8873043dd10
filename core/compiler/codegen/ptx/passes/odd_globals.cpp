#include "compiler/codegen/ptx/passes/odd_globals.hpp"

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Module.h>

#include <cstdint>

namespace ndweave::compiler::ptx {
namespace {

bool has_a_name(const llvm::Type* type) {
    const unsigned bits = type->getIntegerBitWidth();
    return bits == 1 || bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

/// Little-endian, with zeros up to the array's end.
llvm::Constant* bytes_of(llvm::Constant* value, llvm::ArrayType* type) {
    const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value);
    if (!number)
        return llvm::isa<llvm::PoisonValue>(value) ? llvm::PoisonValue::get(type) : llvm::UndefValue::get(type);
    llvm::SmallVector<std::uint8_t, 16> bytes;
    const llvm::APInt wide = number->getValue().zext(static_cast<unsigned>(8 * type->getNumElements()));
    for (unsigned byte = 0; byte < type->getNumElements(); ++byte)
        bytes.push_back(static_cast<std::uint8_t>(wide.extractBitsAsZExtValue(8, 8 * byte)));
    return llvm::ConstantDataArray::get(value->getContext(), bytes);
}

}  // namespace

void store_odd_globals_as_bytes(llvm::Module& module) {
    llvm::SmallVector<llvm::GlobalVariable*> odd;
    for (llvm::GlobalVariable& variable : module.globals()) {
        const llvm::Type* const type = variable.getValueType();
        if (type->isIntegerTy() && !has_a_name(type)) odd.push_back(&variable);
    }
    const llvm::DataLayout& layout = module.getDataLayout();
    for (llvm::GlobalVariable* variable : odd) {
        auto* const type = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()),
                                                layout.getTypeAllocSize(variable->getValueType()).getFixedValue());
        llvm::Constant* const initial =
            variable->hasInitializer() ? bytes_of(variable->getInitializer(), type) : nullptr;
        auto* const bytes =
            new llvm::GlobalVariable(module, type, variable->isConstant(), variable->getLinkage(), initial, "",
                                     variable, llvm::GlobalValue::NotThreadLocal, variable->getAddressSpace());
        bytes->copyAttributesFrom(variable);
        // The array by itself would be aligned to one byte.
        bytes->setAlignment(layout.getValueOrABITypeAlignment(variable->getAlign(), variable->getValueType()));
        bytes->takeName(variable);
        variable->replaceAllUsesWith(bytes);
        variable->eraseFromParent();
    }
}

}  // namespace ndweave::compiler::ptx

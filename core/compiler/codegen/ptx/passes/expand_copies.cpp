#include "compiler/codegen/ptx/passes/expand_copies.hpp"

#include <llvm/ADT/bit.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "compiler/pass_manager/kept_analyses.hpp"

namespace ndweave::compiler::ptx {
namespace {

constexpr std::uint64_t most = 64;    // bytes of a copy, 16 registers
constexpr std::uint64_t widest = 16;  // bytes of an access (PTX ISA, "Vectors")

/// Of 32-bit numbers where it has several: what one of them holds that is poison spreads to no other.
llvm::Type* type_of(std::uint64_t bytes, llvm::LLVMContext& context) {
    llvm::Type* word = llvm::Type::getInt32Ty(context);
    if (bytes > 4) return llvm::FixedVectorType::get(word, static_cast<unsigned>(bytes / 4));
    return llvm::Type::getIntNTy(context, static_cast<unsigned>(bytes * 8));
}

void expand(llvm::MemTransferInst& copy, std::uint64_t length) {
    struct piece {
        std::uint64_t offset;
        llvm::LoadInst* value;
    };
    llvm::IRBuilder<> builder(&copy);
    llvm::AAMDNodes aliases = copy.getAAMetadata();
    const llvm::Align from = copy.getSourceAlign().valueOrOne(), to = copy.getDestAlign().valueOrOne();
    const auto address = [&](llvm::Value* base, std::uint64_t offset) {
        return offset == 0 ? base : builder.CreateInBoundsPtrAdd(base, builder.getInt64(offset));
    };

    std::vector<piece> pieces;
    for (std::uint64_t offset = 0; offset < length;) {
        const std::uint64_t bytes =
            std::min({widest, llvm::bit_floor(length - offset), commonAlignment(std::min(from, to), offset).value()});
        llvm::Type* type = type_of(bytes, copy.getContext());
        llvm::LoadInst* value =
            builder.CreateAlignedLoad(type, address(copy.getRawSource(), offset), commonAlignment(from, offset));
        value->setAAMetadata(aliases.adjustForAccess(offset, static_cast<unsigned>(bytes)));
        pieces.push_back({offset, value});
        offset += bytes;
    }
    for (const auto& [offset, value] : pieces) {
        llvm::StoreInst* store =
            builder.CreateAlignedStore(value, address(copy.getRawDest(), offset), commonAlignment(to, offset));
        store->setAAMetadata(value->getAAMetadata());
    }
    copy.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses expand_copies::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    bool changed = false;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
        auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction);
        if (!copy || copy->isVolatile()) continue;
        const auto* length = llvm::dyn_cast<llvm::ConstantInt>(copy->getLength());
        if (!length || length->getValue().ugt(most)) continue;
        expand(*copy, length->getZExtValue());
        changed = true;
    }
    return control_flow_kept(changed);
}

}  // namespace ndweave::compiler::ptx
